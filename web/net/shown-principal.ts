import { PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'

let headers: Record<string, string> = {}

/** @param principal  the principal whose data the screens of this tab show, an account or `guest`; undefined while unknown */
export function nameShown(principal: string | undefined) {
  headers = principal ? { [PRINCIPAL_HEADER]: principal } : {}
}

/** Headers of a user request: the server refuses it if the cookie belongs to another principal. */
export const shownHeaders = () => headers
