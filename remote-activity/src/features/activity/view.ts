import { textPart } from '@console/shared-kernel/table'

export const ACTIVITY_VIEW = {
  who: textPart('who'),
  whom: textPart('whom'),
  machine: textPart('machine'),
  kind: textPart('kind'),
  from: textPart('from'),
  to: textPart('to'),
}
