import type { Queryable } from '#server/database/client.ts'
import { recordFirstViews } from '#server/features/refunds/first-views.ts'
import type { Contact, OwnIntro } from '#shared/contacts/contract.ts'
import type { OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import { safeUrl, telegramUrl } from '#shared/url.ts'
import { findOwned, hasGrant, listOwned, type OwnedRow } from './queries.ts'

export type ContactDeps = { db: Queryable; now: () => Date }

/**
 * The contact that a principal owns, or `undefined`; recorded as seen. A buyer's contacts are read only by `findContact`,
 * `listContacts`, `peekContact` and `peekContacts`; `find…` and `list…` record a first view, `peek…` do not. Calls, an investor's
 * own listing and the admins' introductions read their own part.
 */
export async function findContact({ db, now }: ContactDeps, principalId: PrincipalId, vcId: VcId): Promise<Contact | undefined> {
  const contact = await peekContact(db, principalId, vcId)
  if (contact) await recordFirstViews(db, [contact.orderId], now())
  return contact
}

/** Every contact that a principal owns, recorded as seen. */
export async function listContacts({ db, now }: ContactDeps, principalId: PrincipalId): Promise<Contact[]> {
  const contacts = await peekContacts(db, principalId)
  await recordFirstViews(
    db,
    contacts.map(({ orderId }) => orderId),
    now(),
  )
  return contacts
}

/** The same without recording: for callers that deliver none of it. */
export async function peekContact(db: Queryable, principalId: PrincipalId, vcId: VcId): Promise<Contact | undefined> {
  const owned = await findOwned(db, principalId, vcId)
  return owned && presentContact(owned)
}

/** For the private lane, which records what it delivers to a device. */
export async function peekContacts(db: Queryable, principalId: PrincipalId): Promise<Contact[]> {
  const owned = await listOwned(db, principalId)
  return owned.flatMap((row) => presentContact(row) ?? [])
}

/** For features that store data about a contact, such as notes. */
export const holdsContact = (db: Queryable, principalId: PrincipalId, vcId: VcId) => hasGrant(db, principalId, vcId)

/** `undefined` when the investor's data was erased: the receipt stays, the contact is deleted. */
function presentContact(row: OwnedRow): Contact | undefined {
  const details = row.platform ? platformDetails(row.platform) : row.listed ? listedDetails(row.listed) : undefined
  if (!details) return undefined
  const { grant, ownIntro } = row
  return {
    ...details,
    contactHandle: handleToCopy(details),
    introTemplate: row.introTemplate ?? '',
    ...(ownIntro && { ownIntro: presentIntro(ownIntro) }),
    ...(row.formerIds.length > 0 && { formerIds: row.formerIds }),
    // The wire requires an id. That of a grant without an order names no receipt.
    orderId: grant.orderId ?? (grant.id as OrderId),
    amount: grant.amount,
    unlockedAt: grant.createdAt.toISOString(),
  }
}

const presentIntro = ({ text, writtenBy, clashes, updatedAt }: NonNullable<OwnedRow['ownIntro']>): OwnIntro => ({
  text,
  writtenBy,
  clashes,
  updatedAt: updatedAt.toISOString(),
})

type Details = Omit<Contact, 'contactHandle' | 'introTemplate' | 'ownIntro' | 'formerIds' | 'orderId' | 'amount' | 'unlockedAt'>

const platformDetails = (vc: NonNullable<OwnedRow['platform']>): Details => ({
  id: vc.id,
  vcType: 'platform',
  name: vc.partnerName || vc.fundName,
  fund: vc.fundName,
  position: vc.position,
  location: vc.location,
  imageUrl: vc.logoUrl,
  stages: vc.stage,
  sectors: vc.sectors,
  email: vc.email,
  telegram: telegramHandle(vc.telegramUrl ?? (vc.contactType === 'telegram' ? vc.contactHandle : null)),
  meetingLink: link(vc.meetingLink ?? vc.calendlyLink ?? vc.meetingUrl),
  linkedinUrl: link(vc.linkedinUrl),
  twitterUrl: link(vc.twitterUrl),
  website: link(vc.websiteUrl),
  contactType: vc.contactType,
})

const listedDetails = (listed: NonNullable<OwnedRow['listed']>): Details => ({
  id: listed.id,
  vcType: 'airtable',
  name: listed.name || (listed.fund ?? 'Investor'),
  fund: listed.fund,
  position: listed.title,
  location: listed.location,
  imageUrl: listed.imageUrl,
  stages: listed.stages,
  sectors: listed.sectors,
  email: listed.email,
  telegram: telegramHandle(listed.telegram),
  meetingLink: link(listed.meetingLink),
  linkedinUrl: link(listed.linkedinUrl),
  twitterUrl: link(listed.twitterUrl),
  website: link(listed.website ?? listed.fundWebsite),
  contactType: listed.telegram && !listed.meetingLink ? 'telegram' : 'meeting',
})

/** The investor's preferred channel, otherwise any other, so that the field is never empty for a buyer. */
function handleToCopy({ contactType, telegram, meetingLink, email, linkedinUrl, twitterUrl, website }: Details): string | null {
  const preferred = contactType === 'telegram' ? [telegram, meetingLink] : [meetingLink, telegram]
  return [...preferred, email, linkedinUrl, twitterUrl, website].find((way) => way) ?? null
}

const telegramHandle = (text: string | null) => telegramUrl(text)?.replace('https://t.me/', '@') ?? null
const link = (url: string | null) => safeUrl(url) ?? null
