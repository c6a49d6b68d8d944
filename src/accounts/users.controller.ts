import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ADMIN_PATHS } from '../kernel/context/namespace.js';
import { type RequestContext } from '../kernel/context/request-context.js';
import { LanguageQuery } from '../records/lists/base.query.js';
import { Fields, Context, Id } from '../http/params/handler-arguments.decorators.js';
import {
  AdminCreateRoute,
  AdminListRoute,
  AdminReadRoute,
  AdminRemoveRoute,
  AdminUpdateRoute,
} from './admin-route.decorators.js';
import { CreateUserDto } from './dto/create-user.dto.js';
import { ListUsersQuery } from './dto/list-users.query.js';
import { UpdateUserDto } from './dto/update-user.dto.js';
import { CreatedUserView, UserList, UserView } from './dto/user.view.js';
import { UsersService } from './users.service.js';

@ApiTags('users')
@Controller(ADMIN_PATHS.users)
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @AdminListRoute({ name: 'listUsers', minimumRole: 'administrator', view: UserList })
  list(@Context() context: RequestContext, @Fields() query: ListUsersQuery): Promise<UserList> {
    return this.users.list(context, query);
  }

  @AdminCreateRoute({ name: 'createUser', minimumRole: 'administrator', view: CreatedUserView })
  create(@Context() context: RequestContext, @Fields() input: CreateUserDto): Promise<CreatedUserView> {
    return this.users.create(context, input);
  }

  @AdminReadRoute(':id', { name: 'getUser', minimumRole: 'administrator', view: UserView, codes: ['user_not_found'] })
  get(@Context() context: RequestContext, @Id() id: number, @Fields() _query: LanguageQuery): Promise<UserView> {
    return this.users.get(context, id);
  }

  @AdminUpdateRoute(':id', {
    name: 'updateUser',
    minimumRole: 'administrator',
    view: UserView,
    codes: ['user_not_found'],
  })
  update(@Context() context: RequestContext, @Id() id: number, @Fields() input: UpdateUserDto): Promise<UserView> {
    return this.users.update(context, id, input);
  }

  @AdminRemoveRoute(':id', {
    name: 'deleteUser',
    minimumRole: 'administrator',
    view: UserView,
    codes: ['user_not_found', 'conflict'],
  })
  remove(@Context() context: RequestContext, @Id() id: number, @Fields() _query: LanguageQuery): Promise<UserView> {
    return this.users.remove(context, id);
  }
}
