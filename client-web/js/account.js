// Your account: name, password, ratings, which games reach you, whose words you do not see.
import { gamePairs } from './create.js';
import { button, check, choice, form, html, labelled, setCheck, toast } from './html.js';
import { playerCards } from './player.js';
import { askSecret, become, logOut, passwordField, passwordNote } from './sign_in.js';
import { isSoundOn, setSound } from './sound.js';
import { gag } from './room/talk.js';
import { say } from './words.js';

export class Account {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {HTMLElement} main */
  begin(main) {
    const { app } = this;
    this.main = main;
    main.append(
      html('h1', {}, app.name),
      html(
        'div',
        { class: 'columns' },
        app.isAccount ? this.ownerCard() : this.guestCard(),
        this.wishesCard(),
        this.settingsCard(),
        ...playerCards(app, app.name),
      ),
    );
  }

  /** Shows itself again after a change. */
  again() {
    this.app.go('/account');
  }

  /** @param {string} title @param {string | null} hint @param {Child[]} fields
   *  @param {string} text @param {() => unknown} action */
  form(title, hint, fields, text, action) {
    return form(
      {},
      action,
      html('h2', {}, title),
      hint ? html('p', { class: 'soft' }, hint) : null,
      ...fields,
      html('button', {}, text),
    );
  }

  guestCard() {
    const { app } = this;
    const name = html('input', {
      name: 'newname',
      required: true,
      minlength: 2,
      maxlength: 16,
      value: app.name,
      autocomplete: 'nickname',
    });
    const first = passwordField(say('password'), 'register', 'new-password');
    const user = html('input', {
      name: 'account',
      required: true,
      minlength: 2,
      maxlength: 16,
      autocomplete: 'username',
    });
    const secret = passwordField(say('password'), 'login', 'current-password');
    const isRefused = app.hello.passwords === 'refuse';
    const withPassword = [
      this.form(
        say('register'),
        say('registerHint'),
        [first.label],
        say('registerDo'),
        async () => {
          if (!(await askSecret(app, 'register', { password: first.field.value }))) return;
          app.isAccount = true;
          toast(say('registered', app.name));
          this.again();
        },
      ),
      this.form(
        say('login'),
        null,
        [labelled(say('yourName'), user), secret.label],
        say('loginDo'),
        async () => {
          const reply = await askSecret(app, 'login', {
            name: user.value.trim(),
            password: secret.field.value,
          });
          if (!reply) return;
          app.isAccount = true;
          app.entered(reply);
        },
      ),
    ];
    return html(
      'section',
      { class: 'card stack' },
      this.form(
        say('changeName'),
        say('nameHint'),
        [labelled(say('yourName'), name)],
        say('changeName'),
        async () => {
          const reply = await app.ask('name', { name: name.value.trim() });
          if (reply) app.entered(reply);
        },
      ),
      passwordNote(app),
      ...(isRefused ? [] : withPassword),
      button(say('logOut'), () => logOut(app)),
    );
  }

  ownerCard() {
    const { app } = this;
    const before = passwordField(say('passwordOld'), 'old', 'current-password'),
      next = passwordField(say('passwordNew'), 'new', 'new-password');
    const gone = passwordField(say('password'), 'forget', 'current-password');
    return html(
      'section',
      { class: 'card stack' },
      html('p', {}, say('isYours', app.name)),
      button(say('logOut'), () => logOut(app)),
      passwordNote(app),
      this.form(
        say('passwordChange'),
        null,
        [before.label, next.label],
        say('passwordChange'),
        async () => {
          const reply = await askSecret(app, 'password', {
            old: before.field.value,
            new: next.field.value,
          });
          if (!reply) return;
          become(app, { name: app.name, token: reply.token });
          toast(say('passwordChanged'));
          this.again();
        },
      ),
      html(
        'details',
        {},
        html('summary', {}, say('forget')),
        this.form(say('forget'), say('forgetHint'), [gone.label], say('forget'), async () => {
          if (
            !confirm(say('sureForget')) ||
            !(await askSecret(app, 'forget-me', { password: gone.field.value }))
          )
            return;
          logOut(app);
        }),
      ),
    );
  }

  /** The profile: which offers reach us. */
  wishesCard() {
    const { app } = this,
      games = new Set();
    const card = html(
      'section',
      { class: 'card' },
      html('h2', {}, say('wishes')),
      html('p', { class: 'soft' }, say('wishesHint')),
    );
    /** @param {Args} args */
    const set = async (args) => {
      await app.ask('profile', args);
    };
    app.line.ask('profile').then(
      (now) => {
        const all = gamePairs(app);
        for (const [id] of all)
          if (now.games === 'all' || now.games.split('+').includes(id)) games.add(id);
        const setGames = () =>
          set({
            games: games.size === all.length ? 'all' : games.size ? [...games].join('+') : 'none',
          });
        /** @param {string} name @param {[string, string][]} pairs */
        const field = (name, pairs) => {
          const one = choice(name, pairs, String(now[name]));
          one.addEventListener('change', () => set({ [name]: one.value }));
          return one;
        };
        card.append(
          html(
            'fieldset',
            {},
            html('legend', {}, say('wishGames')),
            ...all.map(([id, text]) =>
              check(text, games.has(id), (on) => {
                if (on) games.add(id);
                else games.delete(id);
                setGames();
              }),
            ),
          ),
          labelled(
            say('ratedGames'),
            field('rated', [
              ['any', say('any')],
              ['yes', say('onlyRated')],
              ['no', say('onlyUnrated')],
            ]),
          ),
          labelled(
            say('clock'),
            field('time', [
              ['any', say('any')],
              ['clock', say('onlyClock')],
              ['none', say('noClock')],
            ]),
          ),
          labelled(
            say('wishMax'),
            field(
              'max',
              [1, 2, 3, 4, 8, 16, 64].map((n) => [String(n), String(n)]),
            ),
          ),
          check(say('wishBots'), now.bots === 'yes', (on) => set({ bots: on ? 'yes' : 'no' })),
        );
      },
      () => {},
    );
    return card;
  }

  settingsCard() {
    const { app } = this;
    const auto = check(say('auto'), false, (on) => app.ask('auto', { switch: on ? 'on' : 'off' }), {
      name: 'auto',
    });
    app.line.ask('auto').then(
      (reply) => {
        setCheck(auto, reply.auto === 'on');
      },
      () => {},
    );
    const gags = html('ul', { class: 'list' });
    const showGags = () =>
      gags.replaceChildren(
        ...[...app.gags].map((name) =>
          html(
            'li',
            {},
            html('span', {}, name),
            button(say('ungag', name), async () => {
              await gag(app, name);
              showGags();
            }),
          ),
        ),
      );
    showGags();
    return html(
      'section',
      { class: 'card' },
      html('h2', {}, say('settings')),
      check(say('sound'), isSoundOn(), setSound),
      auto,
      html('h3', {}, say('hidden')),
      app.gags.size ? gags : html('p', { class: 'soft' }, say('nobodyHidden')),
    );
  }
}
