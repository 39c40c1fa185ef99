import { Link } from '@tanstack/react-router'
import type { DecisionMaker } from '#shared/cold-scout/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { UnlockedRow } from './decision-maker-row.tsx'

/** Decision makers whose name, role or fund contain every search term. */
export function searchOwned(people: readonly DecisionMaker[], query: string): DecisionMaker[] {
  const terms = fold(query).split(' ')
  return people.filter(({ fullName, role, fundName }) => {
    const text = fold(`${fullName} ${role} ${fundName}`)
    return terms.every((term) => text.includes(term))
  })
}

/** Decision makers of Cold Scout that this user unlocked, in the list of contacts. */
export function OwnedDecisionMakers({ people }: { people: readonly DecisionMaker[] }) {
  const slugs = [...new Set(people.map(({ fundSlug }) => fundSlug))]
  const funds = slugs.map((slug) => ({ slug, owned: people.filter(({ fundSlug }) => fundSlug === slug) }))
  return (
    <section aria-labelledby="decision-makers" className="mt-10">
      <h2 id="decision-makers" className="text-2xl">
        Decision makers
      </h2>
      {funds.map(({ slug, owned }) => (
        <div key={slug} className="mt-4">
          <Link
            to="/cold-scout/$slug"
            params={{ slug }}
            className="inline-flex min-h-11 items-center text-sm text-soft underline underline-offset-4 hover:text-ink"
          >
            <bdi>{owned[0]?.fundName}</bdi>
          </Link>
          <ul className="border-t border-rule">
            {owned.map((person) => (
              <UnlockedRow key={person.id} person={person} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
