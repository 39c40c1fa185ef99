/** Where a founder writes a project. */
export const PROJECT_SETUP = '/project-setup'
