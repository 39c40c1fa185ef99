import type * as v from 'valibot'

/** The first message of each of these fields, from the issues of a contract. */
export function firstErrors<Field extends string>(
  issues: readonly v.BaseIssue<unknown>[] | undefined,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {}
  for (const { path, message } of issues ?? []) {
    const field = fields.find((one) => one === path?.[0]?.key)
    if (field) errors[field] ??= message
  }
  return errors
}
