import { type ComponentType, createContext, lazy, useContext, useEffect, useState } from 'react'
import { toast } from './toast.ts'

/** Loads the part around it again. */
const Again = createContext<() => void>(() => undefined)

/**
 * A component whose code is loaded when it is first rendered, inside a `<Suspense>`. `lazy` would replace the whole page when the
 * code cannot be loaded, and keep the failure. Here a button loads it again, and so does the next time that it is rendered.
 *
 * @param onFailed  called in place of the button, such as `closeUnloaded` for a dialog
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  onFailed?: (props: Props) => void,
): ComponentType<Props> {
  let current: ComponentType<Props> | undefined
  const start = () => {
    current ??= lazy(() => load().catch(() => ({ default: Failed })))
    return current
  }
  const forget = () => {
    current = undefined
  }
  function Failed(props: Props) {
    const again = useContext(Again)
    useEffect(() => {
      forget()
      onFailed?.(props)
    }, [])
    const retry = () => {
      forget()
      again()
    }
    return onFailed ? null : (
      <span role="alert">
        <button type="button" className="min-h-11 cursor-pointer px-3 underline underline-offset-4" onClick={retry}>
          Couldn’t load. Try again
        </button>
      </span>
    )
  }
  return (props) => {
    const [Part, show] = useState(start)
    return (
      <Again value={() => show(start)}>
        <Part {...props} />
      </Again>
    )
  }
}

/** Closes a dialog whose code could not be loaded. */
export function closeUnloaded({ onClose }: { onClose: () => void }) {
  toast({ title: 'Couldn’t open this', description: 'Check your connection and try again.', variant: 'destructive' })
  onClose()
}
