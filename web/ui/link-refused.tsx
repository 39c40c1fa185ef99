import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { NarrowPage } from './narrow-page.tsx'

type Props = {
  message: string
  /** What the user can do instead. */
  hint: string
  /** Set if another attempt may succeed. */
  onRetry: (() => void) | undefined
  children: ReactNode
}

/** The page of a mailed link that cannot be used. `children` leads on. */
export const LinkRefused = ({ message, hint, onRetry, children }: Props) => (
  <NarrowPage title="This link does nothing">
    <p role="alert">{message}</p>
    <p className="mt-3 text-soft">{hint}</p>
    <p className="mt-6 flex flex-wrap gap-3">
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
      {children}
    </p>
  </NarrowPage>
)
