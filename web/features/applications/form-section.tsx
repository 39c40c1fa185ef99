import { type ReactNode, useId } from 'react'

type Props = { title: string; text: ReactNode; children: ReactNode }

/** One section of the form, with its explanation beside it. */
export function FormSection({ title, text, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-rule py-9 first:border-0 first:pt-0">
      <h2 id={id} className="text-3xl">
        {title}
      </h2>
      <p className="mt-1.5 mb-6 max-w-prose text-soft">{text}</p>
      <div className="grid gap-5">{children}</div>
    </section>
  )
}

/** Two fields beside each other on a wide screen. */
export const Pair = ({ children }: { children: ReactNode }) => <div className="grid gap-5 sm:grid-cols-2">{children}</div>
