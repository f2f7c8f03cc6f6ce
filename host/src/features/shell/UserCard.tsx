import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ListItemButton from '@mui/material/ListItemButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { avatarColours, LevelDot, useThemeMode } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { levelName } from '@console/shared-kernel/rules'
import { initialOf } from './model'

export function UserCard({ user, onClick }: { user: User; onClick: () => void }) {
  return (
    <ListItemButton
      component="button"
      aria-label={`View details ${user.userName} ${levelName(user.level)}`}
      onClick={onClick}
      sx={{
        flexGrow: 0,
        gap: 1.5,
        m: 1,
        p: 1,
        borderRadius: 1,
        textAlign: 'left',
        width: 'calc(100% - 16px)',
      }}
    >
      <Avatar aria-hidden sx={avatarColours(user.level, useThemeMode())}>
        <Initial of={user.userName} />
      </Avatar>
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {user.userName}
        </Typography>
        {/* a space, so that the button's name has two words */}{' '}
        <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <LevelDot level={user.level} />
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {levelName(user.level)}
          </Typography>
        </Stack>
      </Box>
    </ListItemButton>
  )
}

/** Drawn as an image, because text would become part of the button's name. */
const Initial = ({ of }: { of: string }) => (
  <Box
    component="span"
    data-initial={initialOf(of)}
    sx={{ '&::before': { content: 'attr(data-initial)' } }}
  />
)
