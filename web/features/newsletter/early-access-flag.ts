const KEY = 'latchkeyEarly'

/** Whether this session has answered the popup in any way: any value counts. */
export const hasAnswered = (): boolean => sessionStorage.getItem(KEY) !== null

export const keepAnswer = (answer: 'true' | 'seen') => sessionStorage.setItem(KEY, answer)
