import { choicePart, sortPart, textPart } from '@console/shared-kernel/table'

export type View = 'list' | 'tree'

/** What the address of the screen holds. */
export const USERS_VIEW = {
  search: textPart('search'),
  sort: sortPart('level', ['userName', 'pais', 'dateCreation', 'creationDate']),
  view: choicePart<View>('view', ['list', 'tree']),
}
