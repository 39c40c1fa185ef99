import type { Investor } from '#shared/directory/contract.ts'

/** The number of rows on the first screen of the bench: the same plain rows on every page, so that only the storage differs. */
export const FIRST_SCREEN = 50

export function renderRows(investors: readonly Investor[]) {
  const list = document.querySelector('#list')
  list?.replaceChildren(
    ...investors.slice(0, FIRST_SCREEN).map((investor) => {
      const row = document.createElement('li')
      row.textContent = `${investor.name} · ${investor.fund} · ${investor.stages.join(', ')} · ${investor.quote}`
      return row
    }),
  )
}
