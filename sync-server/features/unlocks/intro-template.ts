import { cleanLine, cut } from '#shared/text.ts'

export type IntroParts = {
  investor: { name: string; fund: string | null }
  founder:
    | { name: string | null; project: { name: string | null; about: string | null; stage: string | null } | null }
    | undefined
}

const MAX_PART_LENGTH = 300

/** A first message to the investor, built from the fund's and partner's names and the founder's own project. Deterministic. */
export function introTemplate({ investor, founder }: IntroParts): string {
  const fund = line(investor.fund)
  const project = founder?.project
  const company = line(project?.name)
  const about = line(project?.about).replace(/[.!?]+$/, '')
  const stage = line(project?.stage)
  const sender = line(founder?.name)

  const opening = company
    ? `I am ${sender ? `${sender}, founder of ${company}` : `the founder of ${company}`}${about ? `: ${about}` : ''}.`
    : `I am ${sender ? `${sender}, a founder` : 'a founder'} [one sentence about your company].`
  const back = fund && fund !== line(investor.name) ? `what ${fund} backs` : 'what you back'
  const reason = `${stage ? `We are at the ${stage} stage, and ` : ''}${back} matches what we build.`
  return letter(investor, `${opening}\n${reason.charAt(0).toUpperCase()}${reason.slice(1)}`, sender || '[your name]')
}

type FramedIntro = { investor: IntroParts['investor']; body: string; founderName: string | null; company: string }

/** A body that was written for this investor, with the same greeting, question and signature. It has no blank to fill in. */
export const framedIntro = ({ investor, body, founderName, company }: FramedIntro): string =>
  letter(investor, body, line(founderName) || line(company))

const WISH = 'Would you have 15 minutes in the coming days? I am glad to send our deck ahead.'

const letter = (investor: IntroParts['investor'], body: string, signature: string) =>
  [`Hi ${line(greetingName(investor)) || 'there'},`, '', body, '', WISH, '', `Best regards,\n${signature}`].join('\n')

const line = (text: string | null | undefined) => cut(cleanLine(text ?? ''), MAX_PART_LENGTH)

const TITLE = /^(?:dr|prof|mr|mrs|ms|mx|sir)\.?$/i
const INITIAL = /^\p{L}\.?$/u
/** Scripts in which the family name comes first. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * The name to greet an investor by: the first name, or the whole name where the first word is none. `undefined` without a name; a
 * record without a partner has the fund's name.
 */
export function greetingName({ name, fund }: { name: string; fund: string | null }): string | undefined {
  const whole = name.trim()
  if (whole === '') return undefined
  if (whole === fund?.trim()) return `${whole} team`
  const [first = whole] = whole.split(/\s+/).filter((word) => !TITLE.test(word))
  return INITIAL.test(first) || FAMILY_FIRST.test(whole) ? whole : first
}
