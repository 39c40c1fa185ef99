import type { UserType } from '#shared/accounts/user-type.ts'

/** Where somebody goes on to who has just signed in, unless they were on their way somewhere. */
export const afterLogin = (next: string | undefined): string => next ?? '/'

/** What each begins with: a founder with the project, an investor with the application. */
export const firstStep = (userType: UserType): string => (userType === 'founder' ? '/project-setup' : '/vc-signup')

/** The same after a gate asked for the names: an angel, who may be here to browse, is led to the first page. */
export const afterNames = (userType: UserType): string => (userType === 'angel' ? '/' : firstStep(userType))

/** What comes after the registration. */
export const afterRegistration = (next: string | undefined, userType: UserType): string => next ?? firstStep(userType)
