import LockIcon from '@mui/icons-material/LockOutlined'
import type { User } from '@console/shared-kernel/contracts'
import { TwoLines } from '@console/shared-kernel/table'

const LOCK = { fontSize: 14, marginRight: 4, verticalAlign: '-2px' } as const

interface Props {
  user: User
  blockedAncestor: User | undefined
}

/** Plain elements, for speed: rows mount and unmount while scrolling. */
export function UserName({ user, blockedAncestor }: Props) {
  if (!blockedAncestor) return user.userName
  const second = (
    <span>
      <LockIcon style={LOCK} />
      {`blocked through ${blockedAncestor.userName}`}
    </span>
  )
  return <TwoLines second={second}>{user.userName}</TwoLines>
}
