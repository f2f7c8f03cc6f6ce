import LockIcon from '@mui/icons-material/LockOutlined'
import type { User } from '@console/shared-kernel/contracts'

const TWO_LINES = { display: 'block', lineHeight: 1.25 } as const
const SECOND = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  fontSize: '0.75rem',
} as const
const LOCK = { fontSize: 14, marginRight: 4, verticalAlign: '-2px' } as const

interface Props {
  user: User
  /** Somebody above who is blocked. */
  through: User | undefined
}

/** A user's name, and below it through whom it is locked out. Plain elements, as rows come and go. */
export function UserName({ user, through }: Props) {
  if (!through) return user.userName
  return (
    <span style={TWO_LINES}>
      {user.userName}
      <span style={SECOND}>
        <LockIcon style={LOCK} />
        {`blocked through ${through.userName}`}
      </span>
    </span>
  )
}
