import { amountText, parseAmount } from '#shared/raise/amount.ts'
import { cleanLine } from '#shared/text.ts'
import { savePhaseLabel } from '#web/forms/saved-text-status.tsx'
import { useSavedText } from '#web/forms/use-saved-text.ts'

/** A text field that saves itself: its value and handlers, its save state as the hint, and what is wrong as the error. */
const toField = ({ text, phase, type, events }: ReturnType<typeof useSavedText>, fault?: string) => ({
  isKept: phase === 'saved' && !fault,
  field: {
    value: text,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    ...events,
    hint: phase !== 'unsaved' && !fault && savePhaseLabel(text, phase),
    error: fault ?? (phase === 'unsaved' && savePhaseLabel(text, phase)),
  },
})

/** @param write  receives the new value and the one that the author saw */
export const useLine = (stored: string | null, write: (value: string | null, seen: string | null) => Promise<void>) =>
  toField(useSavedText(stored ?? '', (text, seen) => write(cleanLine(text) || null, cleanLine(seen) || null), cleanLine))

const NOT_AN_AMOUNT = 'Write an amount in dollars, such as 250,000 or 250k.'

/** A text that is no amount is not sent, and stays in the field. */
export function useAmount(stored: number | null, write: (value: number | null, seen: number | null) => Promise<void>) {
  const store = async (text: string, seen: string) => {
    const amount = parseAmount(text)
    if (amount === undefined) return false
    return await write(amount, parseAmount(seen) ?? null)
  }
  const saved = useSavedText(amountText(stored), store, parseAmount)
  return toField(saved, parseAmount(saved.text) === undefined ? NOT_AN_AMOUNT : undefined)
}
