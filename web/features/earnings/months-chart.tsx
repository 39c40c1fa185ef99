import type { EarningsMonth } from '#shared/earnings/contract.ts'
import { type Cents, formatCents } from '#shared/money.ts'
import { Sheet, SheetTitle } from '#web/ui/sheet.tsx'

const MAX_MONTHS = 12
/** Units of the viewBox; the drawing scales with its sheet. */
const [WIDTH, HEIGHT, LABELS] = [400, 170, 22]

const formatMonth = (month: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...style }).format(new Date(`${month}-01T00:00:00Z`))

/** The last twelve months as a chart, and as a table for screen readers and exact figures. */
export function MonthsChart({ months }: { months: readonly EarningsMonth[] }) {
  const shown = months.slice(-MAX_MONTHS)
  const hasCharity = shown.some(({ donated }) => donated !== 0)
  return (
    <Sheet aria-labelledby="by-month">
      <SheetTitle id="by-month">By month</SheetTitle>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <Bars months={shown} />
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-edge text-left">
              <th scope="col" className="column-head pb-2">
                Month
              </th>
              <th scope="col" className="column-head pb-2 text-right">
                Sales
              </th>
              <th scope="col" className="column-head pb-2 text-right">
                Earned
              </th>
              {hasCharity && (
                <th scope="col" className="column-head pb-2 text-right">
                  Charity
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {[...shown].reverse().map(({ month, sales, earned, donated }) => (
              <tr key={month} className="border-b border-rule last:border-0">
                <th scope="row" className="py-2 text-left font-normal">
                  {formatMonth(month, { month: 'long', year: 'numeric' })}
                </th>
                <td className="py-2 text-right tabular-nums">{sales}</td>
                <Money amount={earned} />
                {hasCharity && <Money amount={donated} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  )
}

const Money = ({ amount }: { amount: Cents }) => (
  <td className={`py-2 pl-3 text-right tabular-nums ${amount === 0 ? 'text-soft' : ''}`}>{formatCents(amount)}</td>
)

/** A bar upwards for earnings, downwards for a month with more refunds than earnings. The charity share is hatched, on top. */
function Bars({ months }: { months: readonly EarningsMonth[] }) {
  const up = Math.max(...months.map(({ earned, donated }) => Math.max(earned, 0) + Math.max(donated, 0)), 0)
  const down = Math.max(...months.map(({ earned, donated }) => Math.max(-earned, 0) + Math.max(-donated, 0)), 0)
  const scale = (HEIGHT - LABELS) / Math.max(up + down, 1)
  const zero = up * scale
  const step = WIDTH / Math.max(months.length, 6)
  const breadth = Math.min(step * 0.62, 44)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" aria-hidden="true">
      <defs>
        <pattern id="charity-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className="fill-sheet" />
          <line x1="0" y1="0" x2="0" y2="6" className="stroke-brass" strokeWidth="3" />
        </pattern>
      </defs>
      {months.map(({ month, earned, donated }, index) => {
        const x = index * step + (step - breadth) / 2
        const own = Math.max(earned, 0) * scale
        const gift = Math.max(donated, 0) * scale
        const back = (Math.max(-earned, 0) + Math.max(-donated, 0)) * scale
        return (
          <g key={month}>
            {own > 0 && <rect x={x} y={zero - own} width={breadth} height={Math.max(own, 1)} className="fill-brass" />}
            {gift > 0 && (
              <rect
                x={x}
                y={zero - own - gift}
                width={breadth}
                height={Math.max(gift, 1)}
                className="stroke-brass"
                fill="url(#charity-hatch)"
              />
            )}
            {back > 0 && <rect x={x} y={zero} width={breadth} height={Math.max(back, 1)} className="fill-red" />}
            <text x={x + breadth / 2} y={HEIGHT - 5} textAnchor="middle" fontSize="12" className="fill-soft">
              {formatMonth(month, { month: 'short' })}
            </text>
          </g>
        )
      })}
      <line x1="0" x2={WIDTH} y1={zero} y2={zero} className="stroke-edge" />
    </svg>
  )
}
