import { readdirSync, readFileSync } from 'node:fs'
import PostalMime, { type Email } from 'postal-mime'
import type { TestApp } from '#tests/support/app.ts'
import { eventually } from '#tests/support/runner/eventually.ts'

/** By path. A message is written atomically and never changes, and parsing all of them at each poll would starve the app. */
const parsed = new Map<string, Promise<Email>>()

/** Every message that was written to a file, oldest first, parsed as a mail program does. */
export async function readMails({ world }: TestApp): Promise<Email[]> {
  const folder = `${world.env.DATA_DIR}/mail`
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
  return Promise.all(files.map((file) => parseOnce(`${folder}/${file}`)))
}

function parseOnce(path: string): Promise<Email> {
  const mail = parsed.get(path) ?? PostalMime.parse(readFileSync(path, 'utf8'))
  parsed.set(path, mail)
  return mail
}

/** Waits for a mail to an address with a matching subject, and returns the latest one. */
export function mailTo(app: TestApp, address: string, subject: RegExp): Promise<Email> {
  return eventually(async () => {
    const mails = await mailsTo(app, address, subject)
    const mail = mails.at(-1)
    if (!mail) throw new Error(`No mail about ${subject} to ${address}`)
    return mail
  })
}

export async function mailsTo(app: TestApp, address: string, subject: RegExp): Promise<Email[]> {
  const mails = await readMails(app).catch(() => [])
  return mails.filter(({ to, subject: said }) => to?.some((one) => one.address === address) && subject.test(said ?? ''))
}

/** The secret after the `#` of the link in a mail. */
export const tokenIn = (mail: Email): string => /https?:\/\/\S+#(\S+)/.exec(mail.text ?? '')?.[1] ?? ''

/** The code in a mail that its recipient types. */
export const codeIn = (mail: Email): string => /^ {4}(\S+(?: \d+)*)$/m.exec(mail.text ?? '')?.[1] ?? ''
