import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import type { FirstStep } from './first-steps.ts'

/** First steps of a new account, as long as it has no other content. The next step has the filled button. */
export function FirstStepsList({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <section aria-labelledby="first-steps" className="mb-14">
      <h2 id="first-steps" className="sr-only">
        First steps
      </h2>
      <ol className="grid divide-y divide-rule border-b border-rule md:grid-cols-3 md:divide-x md:divide-y-0">
        {steps.map(({ title, text, to, action, isDone }, place) => (
          <li
            key={title}
            className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4 py-6 md:flex md:flex-col md:px-8 md:py-8 md:first:pl-0 md:last:pr-0"
          >
            <span
              aria-hidden="true"
              className={`grid size-12 place-items-center border font-serif text-2xl ${isDone ? 'border-rule text-soft' : 'border-edge'}`}
            >
              {isDone ? <Check className="size-5" /> : place + 1}
            </span>
            <div className="md:mt-5 md:flex md:flex-1 md:flex-col">
              <h3 className={`text-2xl ${isDone ? 'text-soft line-through decoration-rule' : ''}`}>
                {title}
                {isDone && <span className="sr-only">, done</span>}
              </h3>
              <p className="mt-2 text-soft md:flex-1">{text}</p>
              {!isDone && (
                <p className="mt-5">
                  <Link to={to} className={buttonClass(place === next ? 'ink' : 'outline')}>
                    {action}
                  </Link>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
