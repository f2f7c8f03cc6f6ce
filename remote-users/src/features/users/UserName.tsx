import LockIcon from '@mui/icons-material/LockOutlined'
import type { User } from '@console/shared-kernel/contracts'
import { TwoLines } from '@console/shared-kernel/table'

const LOCK = { fontSize: 14, marginRight: 4, verticalAlign: '-2px' } as const

interface Props {
  user: User
  /** Somebody above who is blocked. */
  through: User | undefined
}

/** A user's name, and below it through whom it is locked out. Plain elements, as rows come and go. */
export function UserName({ user, through }: Props) {
  if (!through) return user.userName
  const second = (
    <span>
      <LockIcon style={LOCK} />
      {`blocked through ${through.userName}`}
    </span>
  )
  return <TwoLines second={second}>{user.userName}</TwoLines>
}
