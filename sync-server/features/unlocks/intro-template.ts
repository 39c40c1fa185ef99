import { cleanLine, cut } from '#shared/text.ts'

export type IntroParts = {
  investor: { name: string; fund: string | null }
  founder:
    | { name: string | null; project: { name: string | null; about: string | null; stage: string | null } | null }
    | undefined
}

const LONGEST_PART = 300

/**
 * A first message to the investor, made of the fund's and partner's names and the
 * founder's own project. The same parts always give the same words.
 */
export function introTemplate({ investor, founder }: IntroParts): string {
  const name = line(investor.name) || 'there'
  const fund = line(investor.fund)
  const project = founder?.project
  const company = line(project?.name)
  const about = line(project?.about).replace(/[.!?]+$/, '')
  const stage = line(project?.stage)
  const sender = line(founder?.name)

  const greeting = `Hi ${name},`
  const opening = company
    ? `I am ${sender ? `${sender}, founder of ${company}` : `the founder of ${company}`}${about ? `: ${about}` : ''}.`
    : `I am ${sender ? `${sender}, a founder` : 'a founder'} [one sentence about your company].`
  const reason = `${stage ? `We are at the ${stage} stage, and ` : ''}${fund && fund !== name ? `what ${fund} backs` : 'what you back'} is close to what we build.`
  const wish = 'Would you have 15 minutes in the coming days? I am glad to send our deck ahead.'
  return [
    greeting,
    '',
    opening,
    `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`,
    '',
    wish,
    '',
    `Best regards,\n${sender || '[your name]'}`,
  ].join('\n')
}

const line = (text: string | null | undefined) => cut(cleanLine(text ?? ''), LONGEST_PART)
