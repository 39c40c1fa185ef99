import { madeOnce } from '#web/ui/made-once.ts'

const dollars = madeOnce(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 1 }),
)

/** `$2M`, `$750K` */
export const amountLabel = (amount: number) => dollars().format(amount)
