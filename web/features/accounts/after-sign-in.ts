import type { UserType } from '#shared/accounts/user-type.ts'

/** Where somebody goes on to who has just signed in, unless they were on their way somewhere. */
export const afterLogin = (next: string | undefined): string => next ?? '/'

/** What each begins with: a founder with the project, an investor with the application. */
export const firstStep = (userType: UserType): string => (userType === 'founder' ? '/project-setup' : '/vc-signup')

/** The same for somebody who has just registered. */
export const afterRegistration = (next: string | undefined, userType: UserType): string => next ?? firstStep(userType)
