import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import type { ProductServer } from './server.ts'

/** Waits for a mail to an address about something, the first or a later one, and gives its text. */
export async function mailTo({ folder }: ProductServer, address: string, subject: RegExp, which = 1): Promise<string> {
  let found: Email | undefined
  const look = async () => {
    const mails = await readMails(`${folder}/mail`)
    const matching = mails.filter(
      ({ to, subject: said }) => to?.some((one) => one.address === address) && subject.test(said ?? ''),
    )
    found = matching[which - 1]
    return Boolean(found)
  }
  await expect.poll(look, { timeout: 20_000, message: `a mail about ${subject} to ${address}` }).toBe(true)
  return found?.text ?? ''
}

async function readMails(folder: string): Promise<Email[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return Promise.all(files.sort().map((file) => PostalMime.parse(readFileSync(`${folder}/${file}`, 'utf8'))))
}

/** The path, with its secret, of the link that a mail carries. */
export const linkIn = (text: string): string => /https?:\/\/[^/\s]+(\/\S+#\S+)/.exec(text)?.[1] ?? ''

/** The code that a mail asks somebody to type. */
export const codeIn = (text: string): string => /^ {4}(\S+)$/m.exec(text)?.[1] ?? ''
