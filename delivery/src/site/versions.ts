import { valid, validRange } from 'semver'

export const isVersion = (text: string): boolean => valid(text) !== null
export const isRange = (text: string): boolean => validRange(text) !== null

export const notAVersion = (text: string): string => `'${text}' is no version, like 1.4.0`
export const notARange = (text: string): string => `'${text}' is no range of versions, like ^2.1.0`
