import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_CODES } from '#shared/accounting/accounts.ts'
import { type AdminListing, EditFacts } from '#shared/admin/listings.ts'
import type { ColdFund, MaskedDecisionMaker } from '#shared/cold-scout/contract.ts'
import { NO_COMPANY } from '#shared/company/contract.ts'
import { NO_BILLING } from '#shared/documents/billing.ts'
import type { MutationId, OrderId, PrincipalId, ProjectId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleDocument } from '#tests/support/samples/sample-document.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { type LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { BillingForm } from '#web/features/accounts/billing/billing-section.tsx'
import { CompleteProfile } from '#web/features/accounts/gate/complete-profile.tsx'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { EditProfile } from '#web/features/accounts/settings/edit-profile.tsx'
import { ReasonDialog } from '#web/features/admin/decisions/reason-dialog.tsx'
import { AccountRecovery } from '#web/features/admin/queues/account-recovery.tsx'
import { CodesForm } from '#web/features/admin/queues/accounting/codes-form.tsx'
import { BlockForm } from '#web/features/admin/queues/blocks/block-form.tsx'
import { CompanyForm } from '#web/features/admin/queues/company/company-form.tsx'
import { DoubtfulPriceLine } from '#web/features/admin/queues/imports/doubtful-price-line.tsx'
import { OpenPayout } from '#web/features/admin/queues/money/open-payout.tsx'
import { AddMemberForm } from '#web/features/admin/queues/team/add-member-form.tsx'
import { TicketsQueue } from '#web/features/admin/queues/tickets-queue.tsx'
import { FieldsForm } from '#web/features/admin/records/fields-form.tsx'
import { valuesOf } from '#web/features/admin/records/form-fields.ts'
import { factsFields } from '#web/features/admin/records/listing-fields.ts'
import { ApplicationForm } from '#web/features/applications/application-form.tsx'
import { loadDraft } from '#web/features/applications/draft-store.ts'
import BookingDialog from '#web/features/bookings/booking/booking-dialog.tsx'
import EndDialog from '#web/features/bookings/calls/cancel-dialog.tsx'
import { ContestReport } from '#web/features/bookings/calls/contest-report.tsx'
import ProposeDialog from '#web/features/bookings/calls/propose-dialog.tsx'
import UnlockPerson from '#web/features/cold-scout/unlock-dialog.tsx'
import { EntryComposer } from '#web/features/contacts/entries/entry-composer.tsx'
import { EntryEditor } from '#web/features/contacts/entries/entry-editor.tsx'
import { FollowUpEditor } from '#web/features/contacts/follow-ups/follow-up-editor.tsx'
import { TagsField } from '#web/features/contacts/follow-ups/tags-field.tsx'
import { IntroTemplate } from '#web/features/contacts/notes/intro-template.tsx'
import { NoteEditor } from '#web/features/contacts/notes/note-editor.tsx'
import { AddPersonForm } from '#web/features/contacts/people/add-person-form.tsx'
import { EditPersonForm } from '#web/features/contacts/people/edit-person-form.tsx'
import { DealEditor } from '#web/features/contacts/raise/deal-editor.tsx'
import { RoundForm } from '#web/features/contacts/raise/round-form.tsx'
import { newTemplateId } from '#web/features/contacts/templates/mutations.ts'
import { TemplateEditor } from '#web/features/contacts/templates/template-editor.tsx'
import type { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import SavedSearches from '#web/features/directory/searches/saved-searches.tsx'
import { FeedbackForm } from '#web/features/help/feedback-form.tsx'
import { ReplyForm } from '#web/features/help/reply-form.tsx'
import { SupportForm } from '#web/features/help/support-form.tsx'
import { CorrectInvoiceForm } from '#web/features/history/correct-invoice-form.tsx'
import { ListingForm } from '#web/features/listings/listing-form.tsx'
import { EarlyAccessPopup } from '#web/features/newsletter/early-access-popup.tsx'
import { EditRejected } from '#web/features/outbox/edit-rejected.tsx'
import ProfileRequestDialog from '#web/features/profile-requests/profile-request-dialog.tsx'
import { nothingYet } from '#web/features/projects/editor/mutations.ts'
import { SetupPage } from '#web/features/projects/editor/setup-page.tsx'
import ReportDialog from '#web/features/projects/page/report-dialog.tsx'
import { RefundDialog } from '#web/features/refunds/refund-dialog.tsx'
import { SharePage } from '#web/features/share/share-page.tsx'
import { useShared } from '#web/features/share/use-shared.ts'
import { IntroDialog } from '#web/features/unlocks/intro-dialog.tsx'
import { UnlockOffer } from '#web/features/unlocks/unlock-offer.tsx'
import { writesSettled } from '#web/forms/local-draft.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { transferOutbox } from '#web/sync/tab/transfer-outbox.ts'
import ContactDialog from '#web/widgets/contact-dialog.tsx'

/**
 * Every text field of the product: what was typed survives a change of tab, Back, going offline, a reload and a sign-in, and no
 * other account sees it. A file with a text field is in one of the tables below, and every text field that a form of `forms`
 * shows is typed into.
 */
const at = '2027-01-04T10:00:00.000Z'
const vc = 'rec1' as VcId
const nothing = () => undefined
const settle = async () => false
const person = { name: 'Ada', email: 'ada@x.example' }
const listing = sampleListing()
const shown = {
  ...{ id: 'vc_1' as VcId, version: 1, facts: listing, contactType: 'meeting', website: null, isWebsitePublic: false, given: [] },
  ...{ pausedUntil: null, isVerified: true, isActive: true, reviewStatus: 'approved', principalId: null },
} satisfies AdminListing
const later = <button type="button">Save for later</button>

type Form = {
  /** The files whose text fields this form shows. */
  files: string[]
  page: (db: PrivateDatabase) => ReactNode | Promise<ReactNode>
  /** Leads to the text fields, from the form as it is opened. */
  open?: () => unknown
}

const press = async (name: string | RegExp) => void fireEvent.click(await screen.findByRole('button', { name }))
const ready = () => waitFor(() => expect(screen.getByLabelText('Category').closest('fieldset')?.disabled).toBe(false))

const reported = sampleCall({
  role: 'investor',
  noShowBy: 'investor',
  contestedAt: null,
  contestUntil: '2027-01-17T11:00:00.000Z',
})
const ticket = {
  ...{ id: 'tkt_1', version: 1, ticketNumber: 'T-1', kind: 'support' as const, category: 'technical', subject: 'White page' },
  ...{ message: 'It stays white.', name: 'Ada', email: 'ada@x.example', hasAccount: true, isSuspect: false },
  ...{ status: 'open' as const, answerBy: at, createdAt: at, messages: [] },
}
const line = {
  ...{ id: 'pol_1', account: 'investor_payable:vc_1', payee: 'Ada', email: null, amount: cents(8500), status: 'open' as const },
  ...{ goes: 'by-hand' as const, transferId: null, failure: null, waitsSince: at, isCovered: true },
}
const batch = {
  ...{ id: 'pay_1', status: 'open' as const, reference: null, createdAt: at, closedAt: null, total: cents(8500) },
  lines: [line],
}
const price = {
  ...{ id: vc, version: 1, name: 'Kestrel', fund: null, raw: '"$TBD"', doubt: 'not a number', price: cents(50) },
  isConfirmed: false,
}
const order = { id: 'ord_1' as OrderId, kind: 'vc_unlock', title: 'Contact of Grace', amount: cents(9900) } as OrderEntry
const rejected = {
  ...{ id: '019a9b00-0000-7000-8000-000000000001' as MutationId, name: 'contact.note', madeAt: at, state: 'refused' as const },
  args: { contactId: vc, text: 'Too long' },
}
const fund = { fundName: 'Northgate' } as ColdFund
const maker = { id: 'dm_1', role: 'Partner', hasLinkedin: true, hasTwitter: false } as unknown as MaskedDecisionMaker

function Share() {
  const { words, change } = useShared()
  return (
    <SharePage
      {...{
        words,
        onWords: change,
        people: [],
        suggestedId: undefined,
        onDraft: undefined,
        onDiscard: nothing,
        onFiles: nothing,
      }}
      {...{ cardNames: [], onCards: nothing, loss: undefined }}
      onNote={async () => undefined}
      onPerson={async () => undefined}
    />
  )
}

/** Kept as a draft of this device until it is sent. */
const forms: Record<string, Form> = {
  'a tag of a contact': {
    files: ['features/contacts/follow-ups/tags-field.tsx'],
    page: () => <TagsField id={vc} tags={[]} />,
  },
  'the answer to a ticket, in the admin queue': {
    files: ['features/admin/queues/reply-form.tsx'],
    page: () => <TicketsQueue tickets={[ticket]} settle={settle} busyWith={undefined} />,
    open: () => press(/White page/),
  },
  'the fields of a listing, on the page of an admin': {
    files: ['features/admin/records/fields-form.tsx'],
    page: () => (
      <FieldsForm
        {...{ draftId: 'admin:facts:vc_1', fields: factsFields(shown), current: valuesOf(factsFields(shown), shown.facts) }}
        {...{ schema: EditFacts.entries.change, showsStored: true, action: 'Save…', isBusy: false, onSend: nothing }}
      />
    ),
  },
  'the reason of a decision, in the admin queues': {
    files: ['features/admin/decisions/reason-dialog.tsx'],
    page: () => (
      <ReasonDialog
        question={{
          ...{ draftId: 'admin:reject:vc_1', title: 'Reject', text: '', label: 'Reason', action: 'Reject', onDecide: settle },
        }}
        isOnline
        onClose={nothing}
      />
    ),
  },
  'the way back to an account': {
    files: ['features/admin/queues/account-recovery.tsx'],
    page: () => <AccountRecovery settle={settle} busyWith={undefined} />,
  },
  'a new member of the team': {
    files: ['features/admin/queues/team/add-member-form.tsx'],
    page: () => <AddMemberForm settle={settle} busyWith={undefined} />,
  },
  'an entry of the block list': {
    files: ['features/admin/queues/blocks/block-form.tsx'],
    page: () => <BlockForm settle={settle} busyWith={undefined} />,
  },
  'the company': {
    files: ['features/admin/queues/company/company-form.tsx'],
    page: () => <CompanyForm company={{ ...NO_COMPANY, version: 1 }} settle={settle} busyWith={undefined} />,
  },
  'codes of accounts': {
    files: ['features/admin/queues/accounting/codes-form.tsx'],
    page: () => <CodesForm read={{ codes: DEFAULT_CODES, version: 1 }} settle={settle} busyWith={undefined} />,
  },
  'the reference of a payout': {
    files: ['features/admin/queues/money/open-payout.tsx'],
    page: () => <OpenPayout batch={batch} settle={settle} busyWith={undefined} />,
  },
  'a flagged price': {
    files: ['features/admin/queues/imports/doubtful-price-line.tsx'],
    page: () => <DoubtfulPriceLine price={price} decide={settle} busyWith={undefined} ask={nothing} />,
  },
  'the own listing': {
    files: ['features/listings/listing-fields.tsx'],
    page: () => <ListingForm listing={listing} onClose={nothing} />,
    open: () => screen.findByLabelText('Bio'),
  },
  'an application': {
    files: ['features/applications/fields.tsx'],
    page: async (db) => (
      <ApplicationForm
        {...{ db, user: sampleUser({ userType: 'vc' }), kept: await loadDraft(db), past: undefined }}
        {...{ renderCard: () => null, onSubmitted: nothing, onPending: nothing }}
      />
    ),
  },
  'a support request': {
    files: ['features/help/support-form.tsx'],
    page: () => <SupportForm person={undefined} edits={undefined} />,
    open: ready,
  },
  feedback: { files: ['features/help/feedback-form.tsx'], page: () => <FeedbackForm edits={undefined} />, open: ready },
  'a message on a ticket': {
    files: ['features/help/reply-form.tsx'],
    page: () => <ReplyForm ticketId="tkt1" status="open" />,
  },
  'shared content': {
    files: ['features/share/share-page.tsx'],
    page: () => <Share />,
    // The stored content is read first: the text is added to it.
    open: () => act(async () => void (await db.drafts.toArray())),
  },
  'a booking': {
    files: ['features/bookings/booking/details-step.tsx'],
    page: () => (
      <BookingDialog
        {...{ investor: sampleInvestor(), onClose: nothing, isOffline: false, person, syncNow: nothing }}
        {...{ onUnlockInstead: nothing, saveForLater: later, note: null }}
      />
    ),
    open: async () => {
      const times = await screen.findByRole('group', { name: /^Time, for/ })
      fireEvent.click(times.querySelector('input') as HTMLInputElement)
      await press('Continue')
    },
  },
  'a booking without a calendar': {
    files: ['features/bookings/booking/details-step.tsx'],
    page: () => (
      <ContactDialog
        {...{ investor: sampleInvestor(), onClose: nothing, isUnlocked: false, isOffline: false, person, syncNow: nothing }}
        {...{ onPaid: nothing, saveForLater: later }}
      />
    ),
  },
  'the reason of a cancelled call': {
    files: ['features/bookings/calls/cancel-dialog.tsx'],
    page: () => <EndDialog call={sampleCall()} action="cancel" isOffline={false} onClose={nothing} />,
  },
  'the message of proposed times': {
    files: ['features/bookings/calls/propose-dialog.tsx'],
    page: () => <ProposeDialog call={sampleCall()} isOffline={false} onClose={nothing} />,
  },
  'the answer to a report of absence': {
    files: ['features/bookings/calls/contest-report.tsx'],
    page: () => <ContestReport call={reported} now={Date.parse(at)} isOffline={false} />,
    open: () => press('I was there'),
  },
  'the address for a receipt': {
    files: ['features/unlocks/unlock-offer.tsx'],
    page: () => (
      <UnlockOffer
        {...{ investor: sampleInvestor(), email: undefined, isOffline: false, isSettingUp: false, problem: undefined }}
        {...{ onUnlock: nothing, saveForLater: later }}
      />
    ),
  },
  'the address for the receipt of a decision maker': {
    files: ['features/cold-scout/unlock-dialog.tsx'],
    page: () => <UnlockPerson {...{ fund, maker, onClose: nothing, isUnlocked: false, email: undefined, syncNow: nothing }} />,
    open: () => screen.findByLabelText(/Email for the receipt/),
  },
  'a request for an introduction': {
    files: ['features/unlocks/intro-dialog.tsx'],
    page: () => <IntroDialog investor={sampleInvestor({ isVerified: false })} isOffline={false} written="" onClose={nothing} />,
  },
  'a request to claim or remove a profile': {
    files: ['features/profile-requests/profile-request-dialog.tsx'],
    page: () => <ProfileRequestDialog investor={{ id: vc, name: 'Kestrel' }} onClose={nothing} />,
    open: async () => {
      await press('Continue')
      await screen.findByLabelText('Your email')
    },
  },
  'a report of a project': {
    files: ['features/projects/page/report-dialog.tsx'],
    page: () => <ReportDialog id={'prj1' as ProjectId} name="Acme" isOffline={false} onClose={nothing} />,
  },
  'a request for a refund': {
    files: ['features/refunds/refund-dialog.tsx'],
    page: () => <RefundDialog order={order} isOffline={false} onAsked={nothing} onClose={nothing} />,
  },
  'the details of a corrected invoice': {
    files: ['forms/billing-fields.tsx'],
    page: () => <CorrectInvoiceForm orderId="ord_1" invoice={sampleDocument()} onCorrected={nothing} onCancel={nothing} />,
  },
  'the details of later invoices': {
    files: ['forms/billing-fields.tsx'],
    page: () => <BillingForm own={{ details: NO_BILLING, version: 1 }} onSaved={nothing} />,
  },
  'a rejected text that is corrected': {
    files: ['features/outbox/edit-rejected.tsx'],
    page: () => <EditRejected entry={rejected} field="text" label="Note" words="Too long" onClose={nothing} />,
  },
  'the own name and address': {
    files: ['features/accounts/settings/edit-profile.tsx'],
    page: () => <EditProfile user={sampleUser()} onDone={nothing} />,
  },
  'the names of a new account': {
    files: ['features/accounts/gate/complete-profile.tsx'],
    page: () => <CompleteProfile user={sampleUser()} onDone={async () => undefined} />,
  },
  'a new person': {
    files: ['features/contacts/people/add-person-form.tsx'],
    page: () => <AddPersonForm cards={[]} lastPlace="" onSaved={nothing} />,
  },
  'a new dated note': {
    files: ['features/contacts/entries/entry-composer.tsx'],
    page: () => <EntryComposer contactId={vc} />,
  },
  'a change of a person': {
    files: ['features/contacts/people/person-fields.tsx'],
    page: () => <EditPersonForm person={samplePerson()} onDone={nothing} />,
  },
  'a saved search': {
    files: ['features/directory/searches/search-form.tsx'],
    page: () => <SavedSearches filters={{ stage: 'Seed' } as DirectoryFilters} onClose={nothing} />,
    open: () => press('Save this search'),
  },
  'early access': {
    files: ['features/newsletter/early-access-popup.tsx'],
    page: () => <EarlyAccessPopup onJoined={nothing} onLater={nothing} />,
  },
}

const project = { own: nothingYet, isWaiting: false, isFirstPull: false, refused: [], clientId: 'here' }

/** Saved as a mutation, at each pause and when the page is left: the document has the text afterwards. */
const documents: Record<string, Form> = {
  'a note': { files: ['features/contacts/notes/note-editor.tsx'], page: () => <NoteEditor id={vc} saved="" /> },
  'a dated note': {
    files: ['features/contacts/entries/entry-editor.tsx'],
    page: () => <EntryEditor entry={sampleEntry()} onDone={nothing} onEmptied={nothing} />,
  },
  'an introduction': {
    files: ['features/contacts/notes/intro-template.tsx'],
    page: () => <IntroTemplate contact={sampleContact({ id: vc })} />,
  },
  'a template': {
    files: ['features/contacts/templates/template-editor.tsx'],
    page: () => <TemplateEditor id={newTemplateId(0)} template={undefined} />,
  },
  'a follow-up': {
    files: ['features/contacts/follow-ups/follow-up-editor.tsx'],
    page: () => <FollowUpEditor id={vc} followUp={null} now={0} canBeMailed={false} />,
  },
  'a deal': {
    files: ['features/contacts/raise/deal-editor.tsx'],
    page: () => <DealEditor id={vc} deal={null} stage="passed" />,
  },
  'the round': { files: ['features/contacts/raise/round-form.tsx'], page: () => <RoundForm round={null} /> },
  'the own project': {
    files: ['features/projects/editor/draft-field.tsx'],
    page: () => <SetupPage draft={project} accountEmail="ada@x.example" isOnline={false} />,
  },
}

const SIGN_IN = 'belongs to no account yet: the next user of the device must not read it, and the browser fills it in'
const SECRET = 'a secret is never stored on the device'
const SEARCH = 'a search or filter, not a text that is sent'
const CONTROL = 'the control itself, without a form'

/** Files whose text fields keep no draft. */
const exceptions: Record<string, string> = {
  'features/accounts/auth/login-form.tsx': SIGN_IN,
  'features/accounts/auth/sign-up-form.tsx': SIGN_IN,
  'features/accounts/auth/claim-page.tsx': SIGN_IN,
  'features/accounts/passwords/forgot-password.tsx': SIGN_IN,
  'features/accounts/account-name.tsx': 'hidden and read-only, for the password manager',
  'features/accounts/auth/verify-email.tsx': SECRET,
  'features/accounts/settings/step-up-dialog.tsx': SECRET,
  'features/accounts/settings/two-factor-dialog.tsx': SECRET,
  'features/accounts/passwords/password-field.tsx': SECRET,
  'features/listings/calendar-token.tsx': SECRET,
  'features/listings/calendar/connect-form.tsx': SECRET,
  // As a bank statement is copied, in one go: a stored draft would be the only place on the device with the numbers.
  'features/earnings/payout-details-form.tsx': SECRET,
  'payments/card-form.tsx': SECRET,
  'features/directory/filters/filter-panel.tsx': SEARCH,
  'features/directory/filters/price-filter.tsx': SEARCH,
  'features/admin/queues/audit/audit-filter.tsx': SEARCH,
  'features/admin/desk/access-section.tsx': 'the id of an investor, copied from the search',
  'ui/search-field.tsx': SEARCH,
  'features/admin/records/pause-form.tsx': 'a date',
  'features/listings/pause-control.tsx': 'a date',
  'features/listings/hours/days-off-fields.tsx': 'dates, kept as a draft: features/listings/hours/hours-section.test.tsx',
  'features/listings/hours/weekday-fields.tsx': 'times, kept as a draft: features/listings/hours/hours-section.test.tsx',
  'features/bookings/rating/rate-call-form.tsx': 'kept with its stars: features/bookings/rating/rating.test.tsx',
  'features/bookings/reply/call-reply-form.tsx': 'kept: features/bookings/reply/call-reply.test.tsx',
  'features/replies/mailed-call-form.tsx': 'kept: features/replies/replies.test.tsx',
  'features/replies/reply-fields.tsx': 'kept with its choice: features/replies/replies.test.tsx',
  'features/bookings/booking/slot-picker.tsx': 'checkboxes and radio buttons',
  'features/contacts/follow-ups/due-field.tsx': 'a date, stored as soon as it is chosen',
  'features/contacts/people/import/import-people.tsx': 'one place for all people of a file, which has to be opened again anyway',
  'features/help/honeypot-field.tsx': 'hidden from people',
  'features/unlocks/confirmed-payment.tsx': 'read-only',
  'forms/text-dialog.tsx': CONTROL,
  'payments/receipt-email-field.tsx': CONTROL,
  'ui/chip-group.tsx': 'checkboxes and radio buttons',
  'ui/field.tsx': CONTROL,
}

const web = resolve('web')
const TEXT_TAG = /<(TextField|TextArea|TextDialog|ReceiptEmailField|textarea)\b|<input\b(?![^>]*type="(?:checkbox|radio|file)")/
const withTextFields = () =>
  readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.tsx') &&
      !/\.test\.tsx$|^dist\//.test(path) &&
      // A comparison in JSX attributes ends the search for the tag's end too early, so arrows are removed.
      TEXT_TAG.test(readFileSync(join(web, path), 'utf8').replaceAll('=>', '')),
  )

test('every file with a text field keeps its text, or is an exception with a reason', () => {
  const listed = [...Object.values({ ...forms, ...documents }).flatMap(({ files }) => files), ...Object.keys(exceptions)]
  expect(withTextFields().sort()).toEqual([...new Set(listed)].sort())
})

/** The text fields on the screen, without the exceptions. */
const fields = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].filter(
    ({ type, autocomplete, readOnly, name }) =>
      !['checkbox', 'radio', 'file', 'search', 'password', 'date', 'hidden'].includes(type) &&
      !/^cc-|^one-time-code|username/.test(autocomplete) &&
      !readOnly &&
      name !== 'homepage',
  )
const contentOf = () => fields().map(({ value }) => value)

/** Types another text into each field. */
function typeAll(round: number) {
  expect(fields().length).toBeGreaterThan(0)
  for (const [index, { inputMode, type }] of fields().entries()) {
    const text = /numeric|decimal/.test(inputMode) ? `${index + round}` : `Typed ${index}.${round}`
    const value = type === 'email' ? `typed${index}.${round}@x.example` : text
    fireEvent.change(fields()[index] as HTMLElement, { target: { value } })
  }
  return contentOf()
}

let db: PrivateDatabase
const opened: PrivateDatabase[] = []
let enqueued: unknown[]

/** Opens the database of a principal, as a start of the app does. */
async function use(principal: LocalPrincipal) {
  setPrivateDb(undefined)
  db?.close()
  db = new PrivateDatabase(principal, `life of ${principal}`)
  opened.push(db)
  await db.meta.put({ key: 'life', value: `life of ${principal}` })
  setPrivateDb(db)
}
/** The connection is lost while the form is open, and back before it is opened again. */
const loseConnection = () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  cleanup()
  onLine.mockRestore()
}
async function show({ page, open }: Form) {
  await writesSettled()
  await renderInRouter(await page(db))
  await open?.()
}

const config = { stripe: { isSandbox: true, publishableKey: 'pk_test_sandbox' }, homeVariant: 'a', headerVariant: 'login' }
const answers: Record<string, unknown> = {
  '/api/config': config,
  '/api/create-decision-maker-payment': { clientSecret: 'pi_1_secret_2', amount: 100 },
  [`/api/listings/${vc}/claim`]: { success: true, next: 'address' },
}

beforeEach(async () => {
  enqueued = []
  provideSync({
    enqueue: async (_name: string, args: unknown) => {
      enqueued.push(args)
      return 'mut_1'
    },
    store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal),
    requestSync: nothing,
  } as never)
  // The 400 zones of the own listing take a second to draw, at each key.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Paris'])
  vi.stubGlobal('fetch', async (path: string) => {
    if (!answers[path]) throw new TypeError(`Failed to fetch ${path}`)
    return new Response(JSON.stringify(answers[path]), { status: 200 })
  })
  await use('guest')
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const each of opened.splice(0)) await each.delete()
})

test.each(Object.keys(forms))('%s: the draft', async (name) => {
  const form = forms[name] as Form
  await show(form)
  const blank = contentOf()
  const typed = typeAll(1)

  // A change of tab unmounts the form, and so does Back. It may be opened again immediately.
  cleanup()
  await show(form)
  await waitFor(() => expect(contentOf()).toEqual(typed))

  // Without a connection; a queue unmounts its entries for it.
  const again = typeAll(2)
  loseConnection()
  await show(form)
  await waitFor(() => expect(contentOf()).toEqual(again))

  // A reload: nothing in memory is left.
  cleanup()
  await waitFor(async () => expect(await db.drafts.count()).toBe(1))
  await use('guest')
  await show(form)
  await waitFor(() => expect(contentOf()).toEqual(again))

  // A sign-in: the guest's drafts belong to the account.
  cleanup()
  const guest = new PrivateDatabase('guest', 'life of guest')
  opened.push(guest)
  await use('usr_1' as PrincipalId)
  await transferOutbox(async () => expect.fail('no mutation waits'), guest, db)
  guest.close()
  await show(form)
  await waitFor(() => expect(contentOf()).toEqual(again))

  // Another account on the same device.
  cleanup()
  await use('usr_2' as PrincipalId)
  await show(form)
  await waitFor(async () => expect(await db.drafts.count()).toBe(0))
  expect(contentOf()).toEqual(blank)
})

test.each(Object.keys(documents))('%s: the mutation', async (name) => {
  const form = documents[name] as Form
  const expectStored = async (typed: string[]) =>
    waitFor(() => {
      const stored = JSON.stringify(enqueued)
      for (const text of typed) expect(stored).toContain(text)
    })
  await show(form)
  const typed = typeAll(1)
  // A reload: the page receives no later event.
  window.dispatchEvent(new Event('pagehide'))
  await expectStored(typed)

  const again = typeAll(2)
  loseConnection()
  await expectStored(again)
})
