import { statements } from './statements'

export const prepareReports = statements(
  // Four bytes where the id has sixteen: what is kept for each machine and day is kept by it.
  `alter table machines add column key integer generated always as identity unique`,
  `create index movements_time on movements (occurred_at)`,
)
