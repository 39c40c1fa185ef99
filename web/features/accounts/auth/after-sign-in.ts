import type { UserType } from '#shared/accounts/user-type.ts'

/** Destination after a sign-in: the requested page, else the home page. */
export const pageAfterLogin = (next: string | undefined): string => next ?? '/'

/** First page by user type: the project for a founder, the application for an investor. */
export const firstPageOf = (userType: UserType): string => (userType === 'founder' ? '/project-setup' : '/vc-signup')

/** The same after the names gate: an angel, who may only want to browse, is led to the home page. */
export const pageAfterNames = (userType: UserType): string => (userType === 'angel' ? '/' : firstPageOf(userType))

/** Destination after the registration. */
export const pageAfterRegistration = (next: string | undefined, userType: UserType): string => next ?? firstPageOf(userType)
