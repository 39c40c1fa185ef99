/** Id of the element in which the server writes the investors that a page shows first. */
export const FIRST_INVESTORS = 'first-investors'
