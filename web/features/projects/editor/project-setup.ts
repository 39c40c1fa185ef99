/** Path of the form in which a founder edits a project. */
export const PROJECT_SETUP = '/project-setup'
