import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import type { ProductServer } from './server.ts'

/** Waits for a mail to an address with a matching subject, the first or a later one, and returns its text. */
export const mailTo = async (server: ProductServer, address: string, subject: RegExp, which = 1): Promise<string> =>
  (await findMail(server, address, subject, which))?.text ?? ''

/** The address with which its mail program unsubscribes. */
export async function unsubscribeAddress(server: ProductServer, address: string, subject: RegExp): Promise<string> {
  const headers = (await findMail(server, address, subject, 1))?.headers ?? []
  return headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? ''
}

async function findMail({ folder }: ProductServer, address: string, subject: RegExp, which: number) {
  let mail: Email | undefined
  const poll = async () => {
    const mails = await readMails(`${folder}/mail`)
    const matching = mails.filter(
      ({ to, subject: said }) => to?.some((one) => one.address === address) && subject.test(said ?? ''),
    )
    mail = matching[which - 1]
    return Boolean(mail)
  }
  await expect.poll(poll, { message: `a mail about ${subject} to ${address}` }).toBe(true)
  return mail
}

/** By path: a message is written atomically and never changes. */
const parsed = new Map<string, Promise<Email>>()

async function readMails(folder: string): Promise<Email[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return Promise.all(files.sort().map((file) => parseOnce(`${folder}/${file}`)))
}

function parseOnce(path: string): Promise<Email> {
  const mail = parsed.get(path) ?? PostalMime.parse(readFileSync(path, 'utf8'))
  parsed.set(path, mail)
  return mail
}

/** The path, with its secret, of the link in a mail. */
export const linkIn = (text: string): string => /https?:\/\/[^/\s]+(\/\S+#\S+)/.exec(text)?.[1] ?? ''

/** The code in a mail that the user has to type. */
export const codeIn = (text: string): string => /^ {4}(\S+)$/m.exec(text)?.[1] ?? ''
