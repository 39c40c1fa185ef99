import { useSyncExternalStore } from 'react'

/** Tailwind's `sm` and `lg`: the widths at which the directory gets its second and third column. */
const steps = ['(min-width: 40rem)', '(min-width: 64rem)']

const matching = () => steps.filter((step) => window.matchMedia(step).matches).length + 1

function subscribe(onChange: () => void) {
  const queries = steps.map((step) => window.matchMedia(step))
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}

/** Number of card columns on this screen: 1, 2 or 3. */
export const useColumns = () => useSyncExternalStore(subscribe, matching)
