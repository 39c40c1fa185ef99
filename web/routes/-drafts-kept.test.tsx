import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProjectId, VcId } from '#shared/ids.ts'
import { dayAhead } from '#shared/listings/pause.ts'
import { type PersonId, toCard } from '#shared/people/contract.ts'
import type { SearchId } from '#shared/searches/contract.ts'
import { type MutationName, mutationArgs } from '#shared/sync/mutations.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { samplePhoto } from '#tests/support/samples/sample-photo.ts'
import { type Fault, faultOf } from '#tests/sync/support/storage-errors.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { EditProfile } from '#web/features/accounts/settings/edit-profile.tsx'
import { RateCallForm } from '#web/features/bookings/rating/rate-call-form.tsx'
import { CallReplyForm } from '#web/features/bookings/reply/call-reply-form.tsx'
import { EntryComposer } from '#web/features/contacts/entries/entry-composer.tsx'
import { Timeline } from '#web/features/contacts/entries/timeline.tsx'
import { FollowUpEditor } from '#web/features/contacts/follow-ups/follow-up-editor.tsx'
import { TagsField } from '#web/features/contacts/follow-ups/tags-field.tsx'
import { IntroTemplate } from '#web/features/contacts/notes/intro-template.tsx'
import { NoteEditor } from '#web/features/contacts/notes/note-editor.tsx'
import { AddPersonForm } from '#web/features/contacts/people/add-person-form.tsx'
import { JoinDialog } from '#web/features/contacts/people/join/join-dialog.tsx'
import { PersonPage } from '#web/features/contacts/people/person-page.tsx'
import { Photos } from '#web/features/contacts/photos/photos.tsx'
import { DealEditor } from '#web/features/contacts/raise/deal-editor.tsx'
import { RoundForm } from '#web/features/contacts/raise/round-form.tsx'
import { SaveStar } from '#web/features/contacts/save-star.tsx'
import { newTemplateId } from '#web/features/contacts/templates/mutations.ts'
import { TemplateEditor } from '#web/features/contacts/templates/template-editor.tsx'
import type { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import SavedSearches from '#web/features/directory/searches/saved-searches.tsx'
import { SearchRow } from '#web/features/directory/searches/search-row.tsx'
import { FeedbackForm } from '#web/features/help/feedback-form.tsx'
import { ReplyForm } from '#web/features/help/reply-form.tsx'
import { SupportForm } from '#web/features/help/support-form.tsx'
import HoursForm from '#web/features/listings/hours/hours-form.tsx'
import { ListingForm } from '#web/features/listings/listing-form.tsx'
import { PauseControl } from '#web/features/listings/pause-control.tsx'
import { ReplyDaysControl } from '#web/features/listings/reply-days-control.tsx'
import { EarlyAccessPopup } from '#web/features/newsletter/early-access-popup.tsx'
import { NoticesPage } from '#web/features/notices/notices-page.tsx'
import { PreferencesTable } from '#web/features/notices/preferences-table.tsx'
import type { ShownNotice } from '#web/features/notices/queries.ts'
import { nothingYet } from '#web/features/projects/editor/mutations.ts'
import { SetupPage } from '#web/features/projects/editor/setup-page.tsx'
import { UpvoteButton } from '#web/features/projects/marketplace/upvote-button.tsx'
import { useVoting } from '#web/features/projects/marketplace/use-voting.tsx'
import ReportDialog from '#web/features/projects/page/report-dialog.tsx'
import { ReplyToFounder } from '#web/features/replies/reply-to-founder.tsx'
import { IntroDialog } from '#web/features/unlocks/intro-dialog.tsx'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { currentToast, dismissToast } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'

/**
 * Every screen that enqueues a mutation, on a device that cannot store it: the screen reports it, and the text stays in the
 * field.
 */
const vc = 'rec1' as VcId
const project = 'prj1' as ProjectId
const TEXT = 'Words that nobody else has, and nobody types twice.'

const ADDRESS = 'ada@founders.example'

type Screen = {
  page: ReactNode
  /** Types the text and submits the mutation. */
  write: () => void | Promise<void>
  /** The field content expected afterwards. */
  currentText: () => unknown
  message: RegExp
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string) => fireEvent.change(field(label), { target: { value: TEXT } })
const press = (name: string) => void fireEvent.click(screen.getByRole('button', { name, hidden: true }))
/** An autosave field saves when it loses the focus. */
const typeAndLeave = (label: string) => {
  type(label)
  fireEvent.blur(field(label))
}
const ready = () => waitFor(() => expect(field('Category').closest('fieldset')?.disabled).toBe(false))
const nothing = () => undefined

function Vote() {
  const { vote } = useVoting(sampleUser({ emailVerified: true }))
  return <UpvoteButton name="Acme" isCast={false} onPress={(isCast) => vote(project, isCast)} />
}
const unreadNotice: ShownNotice = {
  ...{ id: 'ntc_1', kind: 'payout-paid', path: '/earnings', isRead: false, createdAt: new Date().toISOString() },
  text: { title: '$20.00 paid out', line: 'The reference is in your earnings.' },
}
const other = samplePerson({ id: 'psn_0193a1b2-0000-7000-8000-00000000b002' as PersonId })
const draft = { own: nothingYet, isWaiting: false, isFirstPull: false, refused: [], clientId: 'here' }

const search = {
  ...{ id: 'sch_0193a1b2-0000-7000-8000-00000000b001' as SearchId, name: TEXT, filters: 'stage=Seed' },
  ...{ seenUpTo: null, createdAt: '2026-11-01T08:00:00.000Z' },
}

/** One row for every mutation: a missing one does not compile. */
const screens: { [Name in MutationName]: Screen } = {
  'contact.note': {
    page: <NoteEditor id={vc} saved="" />,
    write: () => typeAndLeave('Your note'),
    currentText: () => field('Your note').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'contact.intro': {
    page: <IntroTemplate contact={sampleContact({ id: vc })} />,
    write: () => typeAndLeave('Introduction'),
    currentText: () => field('Introduction').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'contact.follow-up': {
    page: <FollowUpEditor id={vc} followUp={null} now={0} canBeMailed={false} />,
    write: () => typeAndLeave('Met at'),
    currentText: () => field('Met at').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'contact.tag': {
    page: <TagsField id={vc} tags={[]} />,
    write: () => typeAndLeave('Tags'),
    currentText: () => field('Tags').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'investor.save': {
    page: <SaveStar id={vc} name="Kestrel" isSaved={false} />,
    write: () => press('Save Kestrel for later'),
    currentText: () =>
      screen.getByRole('button', { name: 'Save Kestrel for later' }).getAttribute('aria-pressed') === 'false' && TEXT,
    message: /Couldn’t save on this device/,
  },
  'person.write': {
    page: <AddPersonForm cards={[]} lastPlace="" onSaved={nothing} />,
    write: () => {
      type('Name')
      press('Save person')
    },
    currentText: () => field('Name').value,
    message: /Your text is still here/,
  },
  'person.delete': {
    page: (
      <PersonPage
        person={samplePerson({ name: TEXT })}
        note={null}
        entries={null}
        photos={null}
        followUp={null}
        deal={null}
        onDeleted={nothing}
      />
    ),
    write: () => press('Delete person'),
    currentText: () => screen.getByRole('heading', { level: 1 }).textContent ?? '',
    message: /Couldn’t save on this device/,
  },
  'person.join': {
    page: <JoinDialog contact={toCard(samplePerson({ name: TEXT }))} other={toCard(other)} onClose={nothing} />,
    write: async () => {
      await db.people.bulkPut([samplePerson({ name: TEXT }), other].map((one) => ({ ...one, version: 1 })))
      await waitFor(() =>
        expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Join', hidden: true }).disabled).toBe(false),
      )
      press('Join')
    },
    currentText: () => screen.getByText(TEXT, { selector: 'b' }).textContent,
    message: /Couldn’t save on this device|out of space|isn’t responding/,
  },
  'deal.write': {
    page: <DealEditor id={vc} deal={null} stage={null} />,
    write: () => typeAndLeave('Next step'),
    currentText: () => field('Next step').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'raise.write': {
    page: <RoundForm round={null} />,
    write: () => typeAndLeave('Name of the round'),
    currentText: () => field('Name of the round').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'entry.write': {
    page: <EntryComposer contactId={vc} />,
    write: () => {
      type('New note')
      press('Add a note')
    },
    currentText: () => field('New note').value,
    message: /Your text is still here/,
  },
  'entry.delete': {
    page: <Timeline contactId={vc} entries={[sampleEntry({ text: TEXT })]} now={0} />,
    write: () => void fireEvent.click(screen.getByRole('button', { name: /^Delete the note/ })),
    currentText: () => screen.getByRole('article').querySelector('p')?.textContent,
    message: /Couldn’t save on this device/,
  },
  'photo.delete': {
    page: <Photos photos={[samplePhoto()]} now={0} />,
    write: () => {
      fireEvent.click(screen.getByRole('button', { name: /^Photo,/ }))
      press('Delete photo')
    },
    currentText: () => screen.getByRole('button', { name: /^Photo,/ }).isConnected && TEXT,
    message: /Couldn’t save on this device/,
  },
  'template.write': {
    page: <TemplateEditor id={newTemplateId(0)} template={undefined} />,
    write: () => typeAndLeave('Template'),
    currentText: () => field('Template').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'search.write': {
    page: <SavedSearches filters={{ stage: 'Seed' } as DirectoryFilters} onClose={nothing} />,
    write: async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Save this search' }))
      type('Name of the search')
      press('Save search')
    },
    currentText: () => field('Name of the search').value,
    message: /Your text is still here/,
  },
  'search.delete': {
    page: <SearchRow search={search} newCount={0} isDeleted={false} current={undefined} onOpen={nothing} onDeleted={nothing} />,
    write: () => {
      press(`Edit ${TEXT}`)
      press('Delete search')
    },
    currentText: () => screen.getByRole('link').querySelector('[dir=auto]')?.textContent,
    message: /Couldn’t save on this device/,
  },
  'intro.request': {
    page: <IntroDialog investor={sampleInvestor({ isVerified: false })} isOffline written="" onClose={nothing} />,
    write: () => {
      type('Your message (optional)')
      press('Request Introduction')
    },
    currentText: () => field('Your message (optional)').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'request.reply': {
    page: <ReplyToFounder id="req1" founderName="Noa Berg" reply={null} />,
    write: () => {
      fireEvent.click(screen.getByLabelText('Let’s talk'))
      type('A line to the founder (optional)')
      press('Send reply')
    },
    currentText: () => field('A line to the founder (optional)').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'call.rate': {
    page: <RateCallForm call={sampleCall({ canPropose: true })} />,
    write: () => {
      fireEvent.click(screen.getByLabelText('4 of 5'))
      type('A line to Alan Platform (optional)')
      press('Send rating')
    },
    currentText: () => field('A line to Alan Platform (optional)').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'call.reply': {
    page: <CallReplyForm call={sampleCall({ role: 'investor' })} />,
    write: () => {
      type('A line to Alan Platform (optional)')
      press('Confirm the call')
    },
    currentText: () => field('A line to Alan Platform (optional)').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'notice.read': {
    page: <NoticesPage notices={[unreadNotice]} now={Date.now()} />,
    write: () => press('Mark all as read'),
    currentText: () => screen.getByRole('link', { name: /Unread/ }).isConnected && TEXT,
    message: /Couldn’t save on this device/,
  },
  'notice.prefer': {
    page: <PreferencesTable user={sampleUser({ noticesOff: [] })} />,
    write: () => void fireEvent.click(screen.getByRole('switch', { name: 'Refunds and payouts, as notifications' })),
    currentText: () =>
      screen.getByRole('switch', { name: 'Refunds and payouts, as notifications', checked: true }).isConnected && TEXT,
    message: /Couldn’t save on this device/,
  },
  'vote.cast': {
    page: <Vote />,
    write: () => press('Upvote Acme'),
    currentText: () => screen.getByRole('button', { name: 'Upvote Acme' }).getAttribute('aria-pressed') === 'false' && TEXT,
    message: /Couldn’t save on this device/,
  },
  'project.report': {
    page: <ReportDialog id={project} name="Acme" isOffline onClose={nothing} />,
    write: () => {
      fireEvent.click(screen.getByLabelText('Something else'))
      type('Details (optional)')
      press('Send report')
    },
    currentText: () => field('Details (optional)').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'project.saveDraft': {
    page: <SetupPage draft={draft} accountEmail="ada@x.example" isOnline={false} />,
    write: () => typeAndLeave('Description'),
    currentText: () => field('Description').value,
    message: /Couldn’t save your project on this device\. Your text is still here/,
  },
  'listing.edit': {
    page: <ListingForm listing={sampleListing()} onClose={nothing} />,
    write: async () => {
      await screen.findByLabelText('Bio')
      type('Bio')
      press('Save changes')
    },
    currentText: () => field('Bio').value,
    message: /Couldn’t save on this device\. Your text is still here/,
  },
  'listing.pause': {
    page: <PauseControl listing={sampleListing()} />,
    write: () => {
      fireEvent.change(field('Back on'), { target: { value: dayAhead(7, Date.now()) } })
      press('Pause')
    },
    currentText: () => field('Back on').value === dayAhead(7, Date.now()) && TEXT,
    message: /Couldn’t save on this device/,
  },
  'listing.hours': {
    page: <HoursForm listing={sampleListing()} onClose={nothing} />,
    write: async () => {
      fireEvent.change(await screen.findByLabelText('Calls a day'), { target: { value: '3' } })
      press('Save hours')
    },
    currentText: () => field('Calls a day').value === '3' && TEXT,
    message: /Couldn’t save on this device/,
  },
  'listing.replyDays': {
    page: <ReplyDaysControl listing={sampleListing()} />,
    write: () => void fireEvent.change(field('Reply within'), { target: { value: '2' } }),
    // What is stored is shown, so that the screen promises nothing that founders do not read.
    currentText: () => field('Reply within').value === '5' && TEXT,
    message: /Couldn’t save on this device/,
  },
  'feedback.submit': {
    page: <FeedbackForm edits={undefined} />,
    write: async () => {
      await ready()
      type('Message')
      press('Send to Latchkey Team')
    },
    currentText: () => field('Message').value,
    message: /Copy your text before you leave this page/,
  },
  'support.submit': {
    page: <SupportForm person={{ name: 'Ada', email: 'ada@x.example' }} edits={undefined} />,
    write: async () => {
      await ready()
      type('Subject')
      type('Message')
      fireEvent.submit(field('Message').closest('form') ?? document.body)
    },
    currentText: () => field('Message').value,
    message: /Copy your text before you leave this page/,
  },
  'ticket.write': {
    page: <ReplyForm ticketId="tkt1" status="open" />,
    write: () => {
      type('Add a message')
      press('Send')
    },
    currentText: () => field('Add a message').value,
    message: /Your text is still here/,
  },
  'profile.rename': {
    page: <EditProfile user={sampleUser()} onDone={nothing} />,
    write: () => {
      type('First name')
      press('Save Changes')
    },
    currentText: () => field('First name').value,
    message: /Error updating profile/,
  },
  'earlyAccess.join': {
    page: <EarlyAccessPopup onJoined={nothing} onLater={nothing} />,
    write: () => {
      fireEvent.change(field('Email'), { target: { value: ADDRESS } })
      fireEvent.submit(field('Email').closest('form') ?? document.body)
    },
    currentText: () => field('Email').value === ADDRESS && TEXT,
    message: /Couldn’t save on this device/,
  },
}

let fault: Fault
let enqueued: string[]
const db = new PrivateDatabase('guest', 'life')
provideSync({
  enqueue: (name) => {
    enqueued.push(name)
    return Promise.reject(faultOf(fault))
  },
  store: () => Promise.reject(faultOf(fault)),
  retryRefused: () => Promise.reject(faultOf(fault)),
  discardEntry: () => Promise.reject(faultOf(fault)),
  pendingCount: async () => 0,
  switchPrincipal: async () => undefined,
  requestSync: nothing,
})

beforeEach(() => {
  enqueued = []
  // Toasts of the previous test are dismissed.
  const left = currentToast.get()
  if (left) dismissToast(left.id)
  setPrivateDb(db)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  cleanup()
  setPrivateDb(undefined)
  vi.unstubAllGlobals()
})

const names = Object.keys(mutationArgs) as MutationName[]
/** One fault that is reported immediately, and one that times out; `mutation-faults` combines every mutation with every fault. */
const FAULTS: Fault[] = ['full', 'silent']
test.each(names.flatMap((name) => FAULTS.map((each) => [name, each] as const)))(
  '%s, on a device that is %s',
  async (name, each) => {
    fault = each
    const { page, write, currentText, message } = screens[name]
    await renderInRouter(
      <>
        {page}
        <Toaster />
      </>,
    )
    await write()
    await waitFor(() => expect(document.body.textContent).toMatch(message))
    expect(enqueued).toEqual([name])
    expect(currentText()).toBe(TEXT)
    // Content that was not stored is never shown as saved.
    expect(document.body.textContent).not.toMatch(/Saved on this device|Draft saved|Our team will review it/)
  },
)
