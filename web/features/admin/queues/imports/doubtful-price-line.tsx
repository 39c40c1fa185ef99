import { type FormEvent, useState } from 'react'
import type { DoubtfulPrice } from '#shared/admin/imports.ts'
import { centsOfDollars, formatCents } from '#shared/money.ts'
import { confirmPrice } from '#web/features/admin/api.ts'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'

/** `49.50` for 4950 cents, as a user would type it. */
const asDollars = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2))

/** A price that may have been misread: the text of the source, how it was parsed, and the current value. */
export function DoubtfulPriceLine({ price, decide, busyWith }: { price: DoubtfulPrice } & QueueProps) {
  const { values, change, clear } = useDraft(`admin:price:${price.id}`, { dollars: asDollars(price.price) })
  const { dollars } = values
  const [error, setError] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const cents = dollars.trim() === '' ? undefined : centsOfDollars(Number(dollars))
    if (cents === undefined || cents < 0) return setError('Please enter a price in dollars, such as 49.50.')
    const isDecided = await decide(
      {
        targetId: price.id,
        version: price.version,
        title: 'Price confirmed',
        sentence: `${price.name} costs ${formatCents(cents)} while the source says ${price.raw}.`,
      },
      (version) => confirmPrice({ id: price.id, version }, cents),
    )
    if (isDecided) await clear()
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_18rem]">
        <button
          type="button"
          data-line
          className="block max-w-full cursor-pointer truncate text-left font-serif text-xl"
          dir="auto"
          onClick={(event) => event.currentTarget.form?.querySelector('input')?.focus()}
        >
          {price.name}
        </button>
        <p className="text-sm text-soft">
          Source: <code className="break-all text-ink">{price.raw}</code>, {price.doubt}
          {price.price !== null && (
            <>
              : <span className="text-brass">{formatCents(price.price)}</span>
            </>
          )}
        </p>
      </div>
      <div className="w-32">
        <label className="input h-11 w-full border-edge bg-sheet text-base">
          <span aria-hidden="true" className="text-soft">
            $
          </span>
          <input
            aria-label={`Price of ${price.name} in dollars`}
            aria-invalid={error ? true : undefined}
            inputMode="decimal"
            autoComplete="off"
            value={dollars}
            onChange={(event) => {
              change('dollars', event.target.value)
              setError(undefined)
            }}
          />
        </label>
      </div>
      <Button
        type="submit"
        variant="outline"
        isBusy={busyWith === price.id}
        aria-label={`${price.isConfirmed ? 'Change' : 'Confirm'} price of ${price.name}`}
      >
        {price.isConfirmed ? 'Change' : 'Confirm'}
      </Button>
      {error && (
        <p role="alert" className="w-full text-sm text-red">
          {error}
        </p>
      )}
    </form>
  )
}
