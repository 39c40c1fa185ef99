import { resolveTxt } from 'node:dns/promises'
import { publicKeyOf, readDkim } from '#server/email/dkim.ts'
import type { Env } from '#server/env.ts'
import { codeOf } from '#server/error-code.ts'
import { addressIn } from '#server/features/bookings/calls/ics.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** The texts of a name; none where there is no such record. @throws when DNS gives no answer */
export type ReadTxt = (name: string) => Promise<string[]>

export const readTxt: ReadTxt = async (name) => {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes(codeOf(error))) return []
    throw error
  }
}

const PAGE = 'See "Mail" in sync-server/OPERATIONS.md.'

type MailEnv = Pick<
  Env,
  'SMTP_URL' | 'MAIL_FROM' | 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_PRIVATE_KEY' | 'DKIM_PRIVATE_KEY_FILE'
>

/** What other mail servers read about the domain of MAIL_FROM: SPF, DKIM and DMARC. */
export async function checkMailDomain(env: MailEnv, read: ReadTxt = readTxt): Promise<Finding[]> {
  if (!env.SMTP_URL) return []
  const [, domain = ''] = addressIn(env.MAIL_FROM).toLowerCase().split('@')
  return (await Promise.all([checkSpf(domain, read), checkDkim(env, domain, read), checkDmarc(domain, read)])).flat()
}

async function checkSpf(domain: string, read: ReadTxt): Promise<Finding[]> {
  const records = (await read(domain)).filter((text) => /^v=spf1(\s|$)/i.test(text))
  if (records.length === 0)
    return [warning('The domain of MAIL_FROM has no SPF record.', `Publish one that names your mail server. ${PAGE}`)]
  if (records.length > 1) return [problem('The domain of MAIL_FROM has several SPF records: none counts.', 'Join them into one.')]
  if (/(^|\s)\+?all(\s|$)/i.test(records[0] ?? '')) {
    return [problem('The SPF record of MAIL_FROM allows every machine to send.', 'End it with -all or ~all.')]
  }
  return [ok('The domain of MAIL_FROM has an SPF record.')]
}

async function checkDkim(env: MailEnv, domain: string, read: ReadTxt): Promise<Finding[]> {
  const dkim = readDkim(env)
  if (!dkim) return [ok('Mails are not signed here (DKIM_DOMAIN is not set): the mail server has to sign them.')]
  const findings: Finding[] = []
  const signer = dkim.domainName.toLowerCase()
  if (domain !== signer && !domain.endsWith(`.${signer}`) && !signer.endsWith(`.${domain}`)) {
    findings.push(
      problem('DKIM_DOMAIN is not the domain of MAIL_FROM: DMARC ignores the signature.', 'Sign with the domain of MAIL_FROM.'),
    )
  }
  const records = await read(`${dkim.keySelector}._domainkey.${dkim.domainName}`)
  const keys = records.flatMap((text) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.replace(/\s/g, '') ?? [])
  if (keys.length === 0) {
    findings.push(problem('There is no TXT record of DKIM_SELECTOR: no signature is valid.', `Publish the public key. ${PAGE}`))
  } else if (!keys.includes(publicKeyOf(dkim))) {
    findings.push(
      problem(
        'The TXT record of DKIM_SELECTOR has another key: no signature is valid.',
        'Publish the public key of DKIM_PRIVATE_KEY.',
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('Mails are signed with the key of the TXT record.')]
}

/** The record of a parent domain counts for its subdomains. */
async function checkDmarc(domain: string, read: ReadTxt): Promise<Finding[]> {
  const labels = domain.split('.')
  for (let at = 0; at < labels.length - 1; at += 1) {
    const records = (await read(`_dmarc.${labels.slice(at).join('.')}`)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (records.length > 1) return [problem('The domain of MAIL_FROM has several DMARC records: none counts.', 'Keep one.')]
    if (records.length === 1) return [ok('The domain of MAIL_FROM has a DMARC record.')]
  }
  return [warning('The domain of MAIL_FROM has no DMARC record.', `Publish one, first with p=none. ${PAGE}`)]
}
