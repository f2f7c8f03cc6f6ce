import { TELEMETRY_LIMITS } from '@console/shared-kernel/remote'

/* What may be sent from the page: no query, no token, no name, and only texts of limited length. */

export const cut = (text: string, length: number): string => text.slice(0, length)

/** A line and column may follow an address, and are kept. */
const QUERY = /(\/[^\s?#'"`<>()]*)[?#][^\s'"`<>()]*?(?=(?::\d+:\d+)?(?:[\s'"`<>(),;]|$))/g
const USER_INFO = /(\w:\/\/)[^/\s@]*@/g
const TOKEN = /\b(?:eyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?|Bearer\s+\S+)/g

/** Addresses lose their query, their fragment and their user name and password. */
export const withoutQueries = (text: string): string =>
  text.replace(USER_INFO, '$1').replace(QUERY, '$1').replace(TOKEN, '[token]')

/** As Chromium and React's stacks of components write it, or as Firefox does. */
const FRAME = /^\s*at .*:\d+:\d+\)?$|^\S*@\S+:\d+:\d+$/
const MAX_FRAMES = 12

/** Frames alone: the first line of a stack quotes a message, which may hold anything. */
export const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => withoutQueries(line.trim()))
    .join('\n')

/** An error that foreign code throws may have any text as its name. */
export const codeOf = (code: string): string =>
  /^[\w.:-]+$/.test(code) ? cut(code, TELEMETRY_LIMITS.code) : 'UNNAMED'
