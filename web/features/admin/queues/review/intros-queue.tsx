import { type AdminIntro, introLetter } from '#shared/admin/intros.ts'
import { mailtoUrl } from '#shared/url.ts'
import { answerIntro } from '#web/features/admin/api.ts'
import { Facts, linkFact } from '#web/features/admin/facts.tsx'
import { QueueList } from '#web/features/admin/queue-list.tsx'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { QueueRow } from '#web/features/admin/queue-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { LongText } from '#web/ui/long-text.tsx'

/** Requests for an introduction by the team. */
export function IntrosQueue({ intros, ...queue }: { intros: AdminIntro[] } & QueueProps) {
  const isNew = ({ answer }: AdminIntro) => answer === 'new'
  return (
    <>
      <QueueList title="Open" items={intros.filter(isNew)} empty="No open requests.">
        {(intro, line) => <Intro intro={intro} line={line} {...queue} />}
      </QueueList>
      <QueueList title="Answered" isDone items={intros.filter((one) => !isNew(one))} empty="None yet.">
        {(intro, line) => <Intro intro={intro} line={line} {...queue} />}
      </QueueList>
    </>
  )
}

type Line = { isOpen: boolean; toggle: () => void; panelId: string }

function Intro({ intro, line, decide, busyWith, ask }: { intro: AdminIntro; line: Line } & QueueProps) {
  const { id, version: seen, investor, founder } = intro
  const founderName = founder.name ?? founder.email ?? 'A guest'
  const investorName = investor.name ?? 'a deleted investor'
  const stranger = founder.hasUnprovedAccount ? 'This account' : 'A guest'
  const notification = founder.hasAccount
    ? `${founderName} is notified by email.`
    : `${stranger} is not notified: the address is not confirmed.`

  const answer = (kind: 'forwarded' | 'declined', title: string, sentence: string) => (note: string) =>
    decide({ targetId: id, version: seen, title, sentence }, (version) => answerIntro({ id, version }, kind, note))
  const forward = () =>
    ask({
      draftId: `admin:forward:${intro.id}`,
      title: 'Mark as forwarded',
      text: `Confirm that you sent the letter to ${investorName}. ${notification}`,
      label: 'Message to the founder',
      action: 'Mark as forwarded',
      isOptional: true,
      onDecide: answer(
        'forwarded',
        'Forwarded',
        founder.hasAccount ? `${founderName} was notified that we wrote to ${investorName}.` : notification,
      ),
    })
  const decline = () =>
    ask({
      draftId: `admin:decline:${intro.id}`,
      title: 'Decline the introduction',
      text: `${founderName} gets no introduction to ${investorName}. ${notification}`,
      label: 'Reason',
      action: 'Decline',
      isDanger: true,
      isOptional: !founder.hasAccount,
      onDecide: answer('declined', 'Declined', `The introduction to ${investorName} was declined.`),
    })

  return (
    <QueueRow
      {...line}
      name={`${founderName} to ${investorName}`}
      portrait={{ name: founderName, src: null }}
      detail={intro.message ?? 'Without a message'}
      badges={
        <>
          <Badge>{formatDateTime(intro.createdAt)}</Badge>
          {intro.answer === 'forwarded' && <Badge>Forwarded</Badge>}
          {intro.answer === 'declined' && <Badge tone="red">Declined</Badge>}
          {founder.hasUnprovedAccount && <Badge tone="red">Address not confirmed</Badge>}
          {!founder.hasAccount && !founder.hasUnprovedAccount && <Badge>Guest</Badge>}
        </>
      }
      actions={
        intro.answer === 'new' && (
          <>
            <Button
              isBusy={busyWith === id}
              aria-keyshortcuts="f"
              aria-label={`Mark as forwarded: ${founderName} to ${investorName}`}
              onClick={forward}
            >
              Mark as forwarded
            </Button>
            <Button
              variant="danger"
              disabled={busyWith === id}
              aria-keyshortcuts="d"
              aria-label={`Decline: ${founderName} to ${investorName}`}
              onClick={decline}
            >
              Decline
            </Button>
          </>
        )
      }
    >
      <div className="mt-5 grid gap-8 rounded-box border border-rule bg-sheet p-5 sm:p-7 lg:grid-cols-2">
        <div className="lg:col-span-2">
          <h3 className="column-head mb-2 font-sans">Message</h3>
          {intro.message ? <LongText text={intro.message} /> : <p className="text-soft">Nothing.</p>}
          {intro.answerNote && (
            <p className="mt-4 border-l-2 border-edge pl-4 whitespace-pre-line" dir="auto">
              <span className="column-head block">Our reply</span>
              {intro.answerNote}
            </p>
          )}
        </div>
        {intro.answer === 'new' && <Letter {...introLetter(intro, `${location.origin}/vc-signup`)} investor={investor} />}
        <Facts
          title="Founder"
          facts={[
            { label: 'Name', value: founder.name },
            { label: 'Email', value: founder.email && (founder.hasAccount ? founder.email : `${founder.email} (as typed)`) },
            { label: 'Project', value: founder.projectName },
          ]}
        />
        <Facts
          title="Investor"
          facts={[
            { label: 'Name', value: investor.name },
            { label: 'Fund', value: investor.fund },
            { label: 'Email', value: investor.email },
            linkFact('Telegram', investor.telegram),
            linkFact('LinkedIn', investor.linkedinUrl),
          ]}
        />
      </div>
    </QueueRow>
  )
}

type LetterProps = { subject: string; text: string; investor: AdminIntro['investor'] }

/** The prepared letter to the investor. The admin sends it from their own mail program, or copies it to another channel. */
const Letter = ({ subject, text, investor: { email } }: LetterProps) => (
  <section className="min-w-0 lg:col-span-2">
    <h3 className="column-head mb-2 font-sans">Letter to the investor</h3>
    <div className="border-y border-rule py-3">
      <LongText text={text} />
    </div>
    <div className="mt-3 flex flex-wrap gap-3">
      {email && (
        <a href={mailtoUrl(email, { subject, text })} className={buttonClass('outline')}>
          Open as email
        </a>
      )}
      <CopyButton text={text} thing="Letter" />
    </div>
  </section>
)
