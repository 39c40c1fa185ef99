import { expect, type Page } from '@playwright/test'

/** A sample account, as the start page names it, and a text of the screen that it leads to. */
export const SAMPLE_ACCOUNTS = { Founder: 'Iris Halloran', Investor: 'Requests received', Admin: 'Applications' } as const
export type SampleAccount = keyof typeof SAMPLE_ACCOUNTS

/** The history of the sample accounts is written after the server listens. */
const HISTORY_MS = 120_000

/** Signs in with the press that the start page offers. The server lets it wait until the history of the account is written. */
export async function pressSampleAccount(page: Page, account: SampleAccount): Promise<void> {
  await page.goto('/')
  await page.getByRole('region', { name: 'Try it with sample data' }).getByRole('link', { name: account }).click()
  await expect(page.getByRole('main').getByText(SAMPLE_ACCOUNTS[account]).first()).toBeVisible({ timeout: HISTORY_MS })
}
