import { afterEach, expect, test } from 'vitest'
import { FIRST_INVESTORS } from '#shared/directory/first-investors.ts'
import { leavePage } from '#web/ui/page-title.ts'
import { firstInvestors } from './first-investors.ts'

afterEach(() => document.head.replaceChildren())

test('the investors of a page are read once, and belong to that page alone', () => {
  document.head.innerHTML = `<script data-page id="${FIRST_INVESTORS}" type="application/json">[{"id":"rec1"}]</script>`
  expect(firstInvestors()).toEqual([{ id: 'rec1' }])
  expect(firstInvestors()).toBe(firstInvestors())
  leavePage()
  expect(firstInvestors()).toBeUndefined()
})
