import { userSetting } from '../../client/userSetting'
import type { CsvForm } from '../../domain/csv'

export interface NamedForm extends CsvForm {
  id: string
  label: string
}

/** The first one is the default. */
export const CSV_FORMS: readonly [NamedForm, ...NamedForm[]] = [
  { id: 'comma-point', label: 'Comma, 1234.5', separator: ',', decimal: '.' },
  { id: 'semicolon-comma', label: 'Semicolon, 1234,5', separator: ';', decimal: ',' },
  { id: 'semicolon-point', label: 'Semicolon, 1234.5', separator: ';', decimal: '.' },
  { id: 'tab-comma', label: 'Tab, 1234,5', separator: '\t', decimal: ',' },
  { id: 'tab-point', label: 'Tab, 1234.5', separator: '\t', decimal: '.' },
]

export const csvFormOf = (id: unknown): NamedForm => CSV_FORMS.find((form) => form.id === id) ?? CSV_FORMS[0]

/** By the form's id. */
export const csvFormSetting = userSetting('csvForm', (stored) => csvFormOf(stored).id)
