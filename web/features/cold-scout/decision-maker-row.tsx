import { ExternalLink, Lock } from 'lucide-react'
import type { DecisionMaker, MaskedDecisionMaker } from '#shared/cold-scout/contract.ts'
import { formatPrice } from '#shared/money.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'
import { safeUrl } from '#shared/url.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { maker: MaskedDecisionMaker; owned: DecisionMaker | undefined; isOffline: boolean; onUnlock: () => void }

export const DecisionMakerRow = ({ maker, owned, ...rest }: Props) => (
  <li className={row}>{owned ? <Unlocked person={owned} isMarked /> : <Locked maker={maker} {...rest} />}</li>
)

/** A decision maker that is unlocked, in a list of such. */
export const UnlockedRow = ({ person }: { person: DecisionMaker }) => (
  <li className={row}>
    <Unlocked person={person} />
  </li>
)

const row = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-rule py-4'

/** The server sends a masked name; the blur only indicates that the name is longer. */
function Locked({ maker, isOffline, onUnlock }: Omit<Props, 'owned'>) {
  const profiles = [maker.hasLinkedin && 'LinkedIn', maker.hasTwitter && 'Twitter'].filter(Boolean).join(' and ')
  return (
    <>
      <div className="min-w-0">
        <p className="column-head">{maker.role}</p>
        <p className="mt-1 font-serif text-2xl leading-8">
          <span aria-hidden="true" className="blur-[3px] select-none">
            {maker.maskedName}
          </span>
          <span className="sr-only">Name locked</span>
        </p>
        <p className="flex items-center gap-1.5 text-sm text-soft">
          <Lock className="size-3.5 text-brass" aria-hidden="true" />
          {profiles || 'Name'}
        </p>
      </div>
      <Button
        variant="brass"
        disabled={isOffline}
        aria-label={`Unlock for ${formatPrice(DEFAULT_PRICES.decisionMaker)}: ${maker.role}`}
        onClick={onUnlock}
      >
        Unlock for {formatPrice(DEFAULT_PRICES.decisionMaker)}
      </Button>
    </>
  )
}

/** @param isMarked  among locked rows, shows that this one is unlocked */
function Unlocked({ person, isMarked = false }: { person: DecisionMaker; isMarked?: boolean }) {
  return (
    <>
      <div className="min-w-0">
        <p className="column-head">
          {person.role}
          {isMarked && <span className="text-green"> · Unlocked</span>}
        </p>
        <p
          tabIndex={-1}
          data-after-dialog={isMarked || undefined}
          className="mt-1 font-serif text-2xl leading-8 break-words outline-none"
          dir="auto"
        >
          {person.fullName}
        </p>
      </div>
      <Profiles person={person} />
    </>
  )
}

/** Links to the profiles; each opens in a new tab. */
function Profiles({ person: { fullName, linkedinUrl, twitterUrl } }: { person: DecisionMaker }) {
  const links = [
    { name: 'LinkedIn', url: safeUrl(linkedinUrl) },
    { name: 'Twitter', url: safeUrl(twitterUrl) },
  ].filter(({ url }) => url)
  if (links.length === 0) return <p className="text-sm text-soft">No known profile.</p>
  return (
    <p className="flex flex-wrap gap-x-6">
      {links.map(({ name, url }) => (
        <a
          key={name}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${name} of ${fullName}`}
          className="inline-flex min-h-11 items-center gap-1.5 underline decoration-rule underline-offset-4 hover:decoration-ink"
        >
          {name}
          <ExternalLink className="size-3.5" aria-hidden="true" />
        </a>
      ))}
    </p>
  )
}
