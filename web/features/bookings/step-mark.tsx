const STEPS = ['slots', 'details', 'payment'] as const
const LABELS = { slots: 'Time', details: 'Details', payment: 'Payment' }

/** How far a booking has come. */
export function StepMark({ step }: { step: (typeof STEPS)[number] | 'success' }) {
  const at = step === 'success' ? STEPS.length : STEPS.indexOf(step)
  return (
    <ol className="flex gap-3 text-xs" aria-label="Steps">
      {STEPS.map((one, index) => (
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
