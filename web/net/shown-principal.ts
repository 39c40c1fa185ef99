import { PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'

let headers: Record<string, string> = {}

/** @param principal  whom the screens of this tab show, an account or `guest`; undefined while that is not known */
export function nameShown(principal: string | undefined) {
  headers = principal ? { [PRINCIPAL_HEADER]: principal } : {}
}

/** Headers of a call that a person makes: the server refuses it when the cookie is another principal's by now. */
export const shownHeaders = () => headers
