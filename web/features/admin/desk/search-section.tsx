import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { type AdminRole, mayCall } from '#shared/admin/rights.ts'
import { type DeskResults, SearchDesk } from '#shared/admin/search.ts'
import type { UserId } from '#shared/ids.ts'
import { searchDesk } from '#web/features/admin/api.ts'
import { HttpProblem } from '#web/net/api.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { focusOnSlash } from '#web/ui/shortcuts.ts'
import { FoundLists } from './found-lists.tsx'

type Search = { query: string; results: DeskResults | undefined }

/**
 * The last search of this page load, for the way back from a customer. In memory only: it contains names and addresses. It is
 * shown to the admin who searched, and to no other account that signs in afterwards.
 */
let last: (Search & { by: UserId }) | undefined

/** Finds people, orders, calls, investors and tickets. The query is sent when it is complete: each search is a call. */
export function SearchSection({ self, roles }: { self: UserId; roles: readonly AdminRole[] }) {
  const [{ query, results }, setSearch] = useState<Search>(last?.by === self ? last : { query: '', results: undefined })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const latest = useRef(0)
  const id = useId()
  useEffect(() => focusOnSlash(id), [id])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = v.safeParse(SearchDesk, { query })
    setError(read.issues?.[0].message)
    if (!read.success) return
    latest.current += 1
    const requestNumber = latest.current
    setBusy(true)
    const answer = await searchDesk(read.output.query).catch((failure: unknown) => problemText(failure))
    if (requestNumber !== latest.current) return
    setBusy(false)
    if (typeof answer === 'string') return setError(answer)
    setSearch({ query, results: answer })
    last = { query, results: answer, by: self }
  }
  return (
    <section aria-labelledby={`${id}-title`} className="mb-12">
      <h2 id={`${id}-title`} className="sr-only">
        Search
      </h2>
      <form onSubmit={submit} noValidate className="flex max-w-2xl gap-3">
        <SearchField
          label="Find a customer"
          placeholder="Name, email, order or ticket"
          value={query}
          onChange={(text) => setSearch({ query: text, results })}
          className="min-w-0 flex-1"
          input={{
            id,
            'aria-keyshortcuts': '/',
            'aria-describedby': `${id}-note`,
            'aria-invalid': error !== undefined || undefined,
            maxLength: 200,
            enterKeyHint: 'search',
            className: '[&::-webkit-search-cancel-button]:cursor-pointer [&::-webkit-search-cancel-button]:grayscale',
          }}
        />
        <Button type="submit" isBusy={isBusy}>
          Search
        </Button>
      </form>
      <p id={`${id}-note`} className={`mt-2 mb-8 text-sm ${error ? 'text-red' : 'text-soft'}`} role={error ? 'alert' : undefined}>
        {error ??
          'Also an id, the number of a ticket, receipt, invoice or credit note, or a payment, charge, checkout or refund of the card provider.'}
      </p>
      {mayCall(roles, 'POST /api/admin/records') && (
        <Link to="/admin" search={{ investor: 'new' }} className={`mb-8 ${buttonClass('outline')}`}>
          Add an investor by hand
        </Link>
      )}
      {results && <FoundLists results={results} roles={roles} />}
    </section>
  )
}

const problemText = (error: unknown): string =>
  error instanceof HttpProblem ? (error.problem?.message ?? error.message) : 'Couldn’t reach the server. Please try again.'
