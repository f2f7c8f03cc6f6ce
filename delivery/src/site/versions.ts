import { valid, validRange } from 'semver'

export const isVersion = (text: string): boolean => valid(text) !== null
export const isRange = (text: string): boolean => validRange(text) !== null

export const notAVersion = (text: string): string => `'${text}' is not a version such as 1.4.0`
export const notARange = (text: string): string => `'${text}' is not a range of versions such as ^2.1.0`
