import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { QUESTIONS } from './questions.ts'

export function Faq() {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="border-b border-edge pb-2 text-2xl">
        Frequently asked questions
      </h2>
      <div className="divide-y divide-rule border-b border-rule">
        {QUESTIONS.map(([question, answer], at) => (
          <details key={question} open={at === 0} className="group">
            <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-2 font-medium [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
            </summary>
            <p className="max-w-prose pb-4 leading-relaxed text-soft">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
