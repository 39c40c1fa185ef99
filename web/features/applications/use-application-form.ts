import { useEffect, useMemo, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import * as v from 'valibot'
import type { User } from '#shared/accounts/contract.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import { ApplyAsInvestor } from '#shared/applications/contract.ts'
import { type ApplicationDraft, applicationOf, type DraftField, draftOf, isBlank } from '#shared/applications/draft.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { draftWriter } from '#web/db/latest-writer.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { type KeptDraft, writeDraft } from './draft-store.ts'

/** The contract the server checks by, asked in the browser: its fields are named as the form's are. */
const resolver: Resolver<ApplicationDraft> = (draft) => {
  const read = v.safeParse(ApplyAsInvestor, applicationOf(draft))
  if (read.success) return { values: draft, errors: {} }
  const errors: Partial<Record<DraftField, { type: string; message: string }>> = {}
  for (const { path, message } of read.issues) {
    const field = path?.[0].key as DraftField
    errors[field] ??= { type: 'contract', message }
  }
  return { values: {}, errors }
}

/** The draft; where there is none, what was sent before. */
const beginning = ({ draft }: KeptDraft, past: OwnListing | undefined) => (past && isBlank(draft) ? draftOf(past) : draft)

/** The listing that the form begins with, or began with when its draft was first kept. */
const originOf = ({ draft, from }: KeptDraft, past: OwnListing | undefined) => from ?? (isBlank(draft) ? past?.id : undefined)

/** Blank lines that the account can fill are filled; what was written stays. */
function prefilled(draft: ApplicationDraft, user: User | null): ApplicationDraft {
  const isOfNoKind = !draft.isVentureCapital && !draft.isAngel
  return {
    ...draft,
    partnerName: draft.partnerName || (fullName(user) ?? ''),
    email: draft.email || (user?.email ?? ''),
    isVentureCapital: isOfNoKind ? user?.userType !== 'angel' : draft.isVentureCapital,
    isAngel: isOfNoKind ? user?.userType === 'angel' : draft.isAngel,
  }
}

/** `isBehind`: what was typed last is still on its way to the disk. */
export type SaveState = { kind: 'nothing' } | { kind: 'kept'; isBehind: boolean } | { kind: 'failed'; sentence: string }

/** The form on its draft: each keystroke reaches the device, and `keeping` says whether it did. */
export function useApplicationForm(db: PrivateDatabase, user: User | null, kept: KeptDraft, past?: OwnListing) {
  const form = useForm<ApplicationDraft>({ resolver, defaultValues: prefilled(beginning(kept, past), user) })
  const { isDirty } = form.formState
  const pastId = past?.id
  // Kept also while the listing is taken away: the draft is then dropped when it is opened again.
  const origin = useRef(originOf(kept, past))
  // What was sent before may come with a pull, after the form has been opened; what somebody has begun to write stays.
  useEffect(() => {
    if (!pastId || isDirty) return
    origin.current = originOf(kept, past)
    form.reset(prefilled(beginning(kept, past), user))
  }, [pastId])
  const [photo, setPhoto] = useState(kept.photo)
  const [keeping, setKeeping] = useState<SaveState>({ kind: 'nothing' })

  const write = useMemo(() => draftWriter<KeptDraft>((next) => writeDraft(db, next)), [db])
  const keep = (next: KeptDraft) => {
    setKeeping((before) => (before.kind === 'kept' ? { kind: 'kept', isBehind: true } : before))
    return write(next).then(
      () => setKeeping({ kind: 'kept', isBehind: false }),
      (error) => setKeeping({ kind: 'failed', sentence: storageSentence(error) ?? 'This device could not keep the draft.' }),
    )
  }
  /** Resolves when all of it is on the device, or is known not to be. */
  const keepAll = (change: { photo?: Blob | undefined } = { photo }) => {
    setPhoto(change.photo)
    return keep({ draft: form.getValues(), photo: change.photo, from: origin.current })
  }
  return { form, photo, keeping, keepAll }
}
