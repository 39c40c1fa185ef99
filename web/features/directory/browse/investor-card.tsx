import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { cardLimits, type Surface, shorten } from '#web/features/directory/investor/labels.ts'
import { VerificationBadge } from '#web/features/directory/investor/verification-badge.tsx'
import { useInvestorStats } from '#web/features/directory/queries.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'

type Props = {
  investor: Investor
  /** Button that saves the investor for later. */
  star?: ReactNode
  /** Locked or unlocked area, with its buttons. */
  contact: ReactNode
  /** See `investorMarks`. */
  marks?: ReactNode
  surface?: Surface
}

/** One entry of the directory. The link on its name covers the whole card, so that a tap anywhere opens the investor. */
export function InvestorCard({ investor, star, contact, marks, surface = 'vcs' }: Props) {
  const nameId = useId()
  const { id, name, fund, position, thesis, bio } = investor
  return (
    <article
      aria-labelledby={nameId}
      className="relative flex h-full flex-col rounded-box border border-rule bg-sheet p-5 transition-colors focus-within:border-edge hover:border-edge"
    >
      <header className="flex items-start gap-4">
        <Avatar name={name} src={investor.imageUrl} className="size-14 text-2xl" />
        <div className="min-w-0 flex-1">
          <p className="column-head truncate" dir="auto">
            {fund ?? 'Independent'}
          </p>
          <h3 id={nameId} className="mt-0.5 text-2xl leading-7 break-words" dir="auto">
            <Link
              to={surface === 'landing' ? '/investor/$id' : '/vc/$id'}
              params={{ id }}
              className="line-clamp-2 after:absolute after:inset-0 focus-visible:outline-none"
            >
              {name}
            </Link>
          </h3>
          {position && (
            <p className="truncate text-sm text-soft" dir="auto">
              {position}
            </p>
          )}
        </div>
        {star && <div className="relative -mt-3 -mr-3">{star}</div>}
      </header>
      <p className="mt-4 flex flex-wrap gap-1.5 empty:hidden">
        <VerificationBadge investor={investor} />
        {investor.isVentureCapital && <Badge>VC</Badge>}
        {investor.isAngel && <Badge>Angel</Badge>}
        <Answers id={id} />
      </p>
      {marks}
      <Facts investor={investor} limits={cardLimits(surface, investor.vcType)} />
      {thesis && <Excerpt title="Investment Focus" text={thesis} lines="line-clamp-3" />}
      {bio && <Excerpt title="About" text={bio} lines="line-clamp-2" />}
      {!thesis && !bio && <BlankPage />}
      <footer className="relative mt-auto pt-5">{contact}</footer>
    </article>
  )
}

/** How often and how fast the investor replies, and how founders rate their calls. It comes after the card, and moves nothing. */
function Answers({ id }: Pick<Investor, 'id'>) {
  const { replyRate, replyHours = 0, rating } = useInvestorStats(id) ?? {}
  return (
    <>
      {replyRate !== undefined && (
        <Badge tone="green">
          Replies to {replyRate}% · {replyHours < 48 ? `${replyHours || 1} h` : `${Math.round(replyHours / 24)} d`}
        </Badge>
      )}
      {rating !== undefined && <Badge>Calls rated {rating.toFixed(1)}</Badge>}
    </>
  )
}

const UNSTATED = 'Not given'

function Facts({ investor, limits }: { investor: Investor; limits: ReturnType<typeof cardLimits> }) {
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-y border-rule py-2 text-sm leading-6">
      <Fact label="Stage" values={investor.stages} most={limits.stages} />
      <Fact label="Sectors" values={investor.sectors} most={limits.sectors} />
    </dl>
  )
}

function Fact({ label, values, most }: { label: string; values: readonly string[]; most: number }) {
  const { shown, more } = shorten(values, most)
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="truncate text-right">
        <bdi>{shown.join(', ') || UNSTATED}</bdi>
        {more && <span className="text-soft"> {more}</span>}
      </dd>
    </>
  )
}

/** Blank area in place of a missing thesis and biography. */
function BlankPage() {
  return <div aria-hidden="true" className="ruled-paper mt-4 min-h-28 flex-1" />
}

/** The excerpt shows whole lines only; the investor's page has the full text. */
function Excerpt({ title, text, lines }: { title: string; text: string; lines: string }) {
  return (
    <div className="mt-4">
      <h4 className="column-head font-sans">{title}</h4>
      <p className={`mt-1 text-sm leading-relaxed ${lines}`} dir="auto">
        {text}
      </p>
    </div>
  )
}
