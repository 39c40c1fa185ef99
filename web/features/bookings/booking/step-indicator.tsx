/** How long the success step is shown before the dialog closes by itself. */
export const BOOKED_MS = 3000

const STEPS = ['slots', 'details', 'payment'] as const
type Step = (typeof STEPS)[number]
const LABELS = { slots: 'Time', details: 'Details', payment: 'Payment' }

/** Progress of a booking. */
export function StepMark({ step, steps = STEPS }: { step: Step | 'success'; steps?: readonly Step[] }) {
  const at = step === 'success' ? steps.length : steps.indexOf(step)
  return (
    <ol className="flex gap-3 text-xs" aria-label="Steps">
      {steps.map((one, index) => (
        <li
          key={one}
          aria-current={index === at ? 'step' : undefined}
          className={`border-t-2 pt-1.5 ${index <= at ? 'border-brass text-ink' : 'border-rule text-soft'}`}
        >
          {LABELS[one]}
        </li>
      ))}
    </ol>
  )
}
