import { statements } from './sqlMigration'

/** NOT VALID: existing movements beyond the bounds stay, and reports count them. */
export const boundMovements = statements(
  `alter table movements add constraint movements_bounds
    check (in_cents <= 1000000000000 and out_cents <= 1000000000000) not valid`,
)
