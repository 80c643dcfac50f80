/* One decision after the other, without Python in between: from a point of a game to the next; and
   what many games have come to.

   `State.apply`, `legal_actions` and `over`, and `WasmEngine.start`, come here first where this file
   was compiled. What is done here is what they, `WasmEngine.after` and `Instance.step` do where all
   is as usual: the move is on offer, the position lies there as bytes, the module of this thread is
   ready. In all other cases None is given and nothing has changed, so that Python does all of it,
   and says what is wrong.

   The objects made here are Python's own, of classes with `__slots__`: where in such an object a
   slot lies is asked of its class (`place_of`).
*/

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <string.h>

#define EDITION 6 /* of what Python and this file tell each other: see `stepping.py` */

#ifdef __GNUC__
#define SOON(address) __builtin_prefetch(address)
#else
#define SOON(address)
#endif

/* A move that has not been made before, where others are kept, is left to Python, which keeps it: each
   if half of all moves lead on from there, for then soon all will; else one of so many. */
#define KEPT_OF 8
#define COUNTED 1024 /* moves, before it is said again which it is */

typedef void *(*call_unchecked)(void *context, void *function, void *numbers, size_t count,
                                void **trap);

enum { POSITION, AT, BEFORE, MOVE, ASKING, DECISIONS, MEMORY, ACTIONS, OF_POINT };
static const char *const POINT_SLOTS[OF_POINT] = {
    "position", "at", "before", "move", "asking", "decisions", "memory", "actions"};

enum { WAITS, SLOTS, IMAGE, MOVES, AFTER, OF_NODE };
static const char *const NODE_SLOTS[OF_NODE] = {"point", "slots", "image", "actions", "after"};

enum { HELD_POINT, HELD_SOURCE, HELD_NODE, OF_HELD }; /* entries of what `held.Held` describes */

typedef struct {
    PyObject_HEAD
    PyTypeObject *point, *node;
    Py_ssize_t in_point[OF_POINT], in_node[OF_NODE];
    PyObject *asking; /* of each point that is made */
    /* an instance; none while `memory` is NULL */
    char *memory;
    Py_ssize_t heap, room, told_at, stream_at, stream_size;
    call_unchecked call;
    void *context, *function;
    int64_t *numbers; /* the first is the action */
    void **trap;
    unsigned long thread;
    unsigned moves, among_kept, missed; /* of the last ones; where others are kept; and not known */
    unsigned kept_of;
    int is_called; /* a call is under way: others stay away from all this, also its own thread */
    PyObject *awake;  /* a byte: 1 while the clock goes on that ends calls which take too long */
    PyObject *raised; /* has what signals raised, in a slot */
    Py_ssize_t in_raised;
    PyObject *failed, *too_deep; /* gives what says what went wrong; what that may raise */
} Stepper;

#define PLACE(object, at) ((PyObject **)((char *)(object) + (at)))

/* What a slot holds, borrowed. */
static inline PyObject *
slot(PyObject *object, Py_ssize_t at)
{
    PyObject *found = *PLACE(object, at);
    return found ? found : Py_None;
}

static Py_ssize_t
place_of(PyTypeObject *type, const char *name)
{
    PyObject *found = PyObject_GetAttrString((PyObject *)type, name);
    if (!found)
        return -1;
    Py_ssize_t at = -1;
    if (Py_IS_TYPE(found, &PyMemberDescr_Type))
        at = ((PyMemberDescrObject *)found)->d_member->offset;
    else
        PyErr_Format(PyExc_TypeError, "%s.%s is no slot", type->tp_name, name);
    Py_DECREF(found);
    return at;
}

static int
places_of(PyTypeObject *type, const char *const *names, int count, Py_ssize_t *places)
{
    for (int i = 0; i < count; i++)
        if ((places[i] = place_of(type, names[i])) < 0)
            return -1;
    return 0;
}

/* An object with these slots, whose references it takes over, also if there is no room for it. The
   collector does not look for circles there: points lead to points before them and to nodes, and a
   node leads nowhere before `known.Known` keeps it, which none made by `advance` ever is. */
static PyObject *
made(PyTypeObject *type, const Py_ssize_t *places, PyObject *const *slots, int count)
{
    PyObject *object = type->tp_alloc(type, 0);
    if (object)
        PyObject_GC_UnTrack(object);
    for (int i = 0; i < count; i++) {
        if (object)
            *PLACE(object, places[i]) = slots[i];
        else
            Py_XDECREF(slots[i]);
    }
    return object;
}

static PyObject *
held(PyObject *point, PyObject *source, PyObject *node)
{
    PyObject *position = PyList_New(OF_HELD);
    if (position) {
        PyObject_GC_UnTrack(position);
        PyList_SET_ITEM(position, HELD_POINT, point);
        PyList_SET_ITEM(position, HELD_SOURCE, source);
        PyList_SET_ITEM(position, HELD_NODE, node);
    }
    else {
        Py_XDECREF(point);
        Py_XDECREF(source);
        Py_XDECREF(node);
    }
    return position;
}

/* Which of the moves has the number, from 0 on; -1: none has, or they are not known; -2: an error. */
static Py_ssize_t
place_among(PyObject *moves, PyObject *action)
{
    if (!PyTuple_CheckExact(moves) && !PyList_CheckExact(moves))
        return -1;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(moves);
    PyObject **items = PySequence_Fast_ITEMS(moves);
    for (Py_ssize_t i = 0; i < count; i++)
        if (items[i] == action)
            return i;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(moves); i++) {
        int same = PyObject_RichCompareBool(PySequence_Fast_GET_ITEM(moves, i), action, Py_EQ);
        if (same)
            return same < 0 ? -2 : i;
    }
    return -1;
}

/* The point after another, at a position, whose reference it takes over. */
static PyObject *
next_point(Stepper *self, PyObject *before, PyObject *move, PyObject *position, PyObject *moves)
{
    long long decisions = PyLong_AsLongLong(slot(before, self->in_point[DECISIONS]));
    PyObject *count = PyLong_FromLongLong(decisions + 1);
    if (!count) {
        Py_DECREF(position);
        return NULL;
    }
    PyObject *const slots[OF_POINT] = {
        position, Py_NewRef(PyList_GET_ITEM(position, HELD_POINT)), Py_NewRef(before),
        Py_NewRef(move), Py_NewRef(self->asking), count, Py_NewRef(Py_None), Py_NewRef(moves)};
    return made(self->point, self->in_point, slots, OF_POINT);
}

/* Where a move leads to that has been made here before. */
static PyObject *
known(Stepper *self, PyObject *before, PyObject *action, PyObject *there, PyObject *source)
{
    if (!Py_IS_TYPE(there, self->node))
        Py_RETURN_NONE;
    PyObject *after = slot(there, self->in_node[AFTER]);
    if (after == Py_None)
        Py_RETURN_NONE;
    SOON(after); /* until the next move is chosen it has come from where it lies */
    SOON((char *)after + 64);
    PyObject *point = Py_NewRef(slot(there, self->in_node[WAITS]));
    PyObject *position = held(point, Py_NewRef(source), Py_NewRef(there));
    if (!position)
        return NULL;
    return next_point(self, before, action, position, slot(there, self->in_node[MOVES]));
}

/* The numbers that begin at a place of the memory. */
static PyObject *
numbers_at(const char *at, Py_ssize_t count)
{
    PyObject *found = PyTuple_New(count);
    if (found)
        PyObject_GC_UnTrack(found);
    for (Py_ssize_t i = 0; found && i < count; i++) {
        int64_t number;
        memcpy(&number, at + 8 * i, 8);
        PyObject *item = PyLong_FromLongLong(number);
        if (item)
            PyTuple_SET_ITEM(found, i, item);
        else
            Py_CLEAR(found);
    }
    return found;
}

/* Python says what went wrong in a call. What the search was too deep for is tried again there. */
static PyObject *
told_by_python(Stepper *self, void *error)
{
    PyObject *method = PyObject_CallNoArgs(self->failed);
    if (method) {
        PyObject *nothing = PyObject_CallFunction(method, "N", PyLong_FromVoidPtr(error));
        Py_XDECREF(nothing);
        Py_DECREF(method);
    }
    if (!PyErr_Occurred() || PyErr_ExceptionMatches(self->too_deep)) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    return NULL;
}

/* What the module makes of a position and the number of a move, as a node; None if it is not ready,
   or says nothing. `source`: a stream to take in the place of the position's; None: there is none; a
   tuple: nothing has been drawn from it, and if something is now, that does not count. In the call
   signals may come to Python, and so to anything. */
static PyObject *
stepped(Stepper *self, PyObject *image, PyObject *source, int64_t number)
{
    if (!self->memory || self->is_called || self->thread != PyThread_get_thread_ident())
        Py_RETURN_NONE;
    if (PyByteArray_AS_STRING(self->awake)[0] != 1 || !PyBytes_CheckExact(image))
        Py_RETURN_NONE;
    Py_ssize_t size = PyBytes_GET_SIZE(image);
    if (size > self->room || size < self->stream_at + self->stream_size)
        Py_RETURN_NONE;
    const char *stream = PyBytes_AS_STRING(image) + self->stream_at;
    int is_given = PyBytes_CheckExact(source) && PyBytes_GET_SIZE(source) == self->stream_size;
    int is_untouched = PyTuple_CheckExact(source);
    if (is_untouched ? !(*stream & 1) : !is_given && source != Py_None)
        Py_RETURN_NONE;

    char *memory = self->memory;
    memcpy(memory + self->heap, PyBytes_AS_STRING(image), size);
    if (is_given)
        memcpy(memory + self->heap + self->stream_at, PyBytes_AS_STRING(source),
               self->stream_size);
    *self->numbers = number;
    void *error;
    self->is_called = 1;
    Py_BEGIN_ALLOW_THREADS
    error = self->call(self->context, self->function, self->numbers, 1, self->trap);
    Py_END_ALLOW_THREADS
    self->is_called = 0;
    if (!self->memory)
        Py_RETURN_NONE;
    if (error || *self->trap || slot(self->raised, self->in_raised) != Py_None)
        return told_by_python(self, error);

    int64_t told[5]; /* where the position begins and ends, waits, its moves lie, how many */
    memcpy(told, memory + self->told_at, sizeof told);
    if (!told[0] || told[4] < 0)
        Py_RETURN_NONE;
    if (is_untouched && memcmp(memory + told[0] + self->stream_at, stream, self->stream_size))
        Py_RETURN_NONE;
    PyObject *moves = numbers_at(memory + told[3], (Py_ssize_t)told[4]);
    PyObject *waits = PyLong_FromLongLong(told[2]);
    PyObject *after = PyBytes_FromStringAndSize(memory + told[0], (Py_ssize_t)(told[1] - told[0]));
    if (!moves || !waits || !after) {
        Py_XDECREF(moves);
        Py_XDECREF(waits);
        Py_XDECREF(after);
        return NULL;
    }
    PyObject *const slots[OF_NODE] = {waits, Py_NewRef(Py_None), after, moves, Py_NewRef(Py_None)};
    return made(self->node, self->in_node, slots, OF_NODE);
}

/* The point that a move leads to; None if it is not said here. */
static PyObject *
advanced(Stepper *self, PyObject *before, PyObject *action)
{
    if (!Py_IS_TYPE(before, self->point) || !PyLong_CheckExact(action))
        Py_RETURN_NONE;
    PyObject *position = slot(before, self->in_point[POSITION]);
    if (!PyList_CheckExact(position) || PyList_GET_SIZE(position) != OF_HELD)
        Py_RETURN_NONE;
    PyObject *source = PyList_GET_ITEM(position, HELD_SOURCE);
    PyObject *node = PyList_GET_ITEM(position, HELD_NODE);
    if (!Py_IS_TYPE(node, self->node))
        Py_RETURN_NONE;
    Py_ssize_t place = place_among(slot(before, self->in_point[ACTIONS]), action);
    if (place < 0)
        return place < -1 ? NULL : Py_NewRef(Py_None);
    PyObject *kept = slot(node, self->in_node[AFTER]);
    self->among_kept += kept != Py_None;
    if (++self->moves == COUNTED) {
        self->kept_of = self->among_kept > COUNTED / 2 ? 1 : KEPT_OF;
        self->moves = self->among_kept = 0;
    }
    if (PyTuple_CheckExact(kept) && place < PyTuple_GET_SIZE(kept)) {
        PyObject *there = PyTuple_GET_ITEM(kept, place);
        if (there != Py_None && there != Py_False)
            return known(self, before, action, there, source);
        if (there == Py_None && ++self->missed % self->kept_of == 0)
            Py_RETURN_NONE;
    }
    int overflow;
    int64_t number = PyLong_AsLongLongAndOverflow(action, &overflow);
    if (overflow)
        Py_RETURN_NONE;

    Py_INCREF(source);
    Py_INCREF(node);
    PyObject *image = Py_NewRef(slot(node, self->in_node[IMAGE]));
    PyObject *there = stepped(self, image, source, number), *after = there;
    if (there && there != Py_None) {
        PyObject *left = PyTuple_CheckExact(source) ? source : Py_None;
        PyObject *waits = slot(there, self->in_node[WAITS]);
        position = held(Py_NewRef(waits), Py_NewRef(left), Py_NewRef(there));
        after = NULL;
        if (position)
            after = next_point(self, before, action, position,
                               slot(there, self->in_node[MOVES]));
        Py_DECREF(there);
    }
    Py_DECREF(image);
    Py_DECREF(node);
    Py_DECREF(source);
    return after;
}

static PyObject *
advance(PyObject *given, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "advance takes a point and the number of a move");
        return NULL;
    }
    return advanced((Stepper *)given, args[0], args[1]);
}

/* Where a move leads from a position with a stream, or where a game begins: with the bytes of any
   position, and the number that says so. It may be kept (`Known.told`), and moves may lead there
   again, so the collector is to look at it. */
static PyObject *
step(PyObject *given, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "step takes a position, a stream and a number");
        return NULL;
    }
    int overflow;
    int64_t number = PyLong_AsLongLongAndOverflow(args[2], &overflow);
    if (number == -1 && PyErr_Occurred())
        return NULL;
    if (overflow)
        Py_RETURN_NONE;
    PyObject *here = stepped((Stepper *)given, args[0], args[1], number);
    if (here && here != Py_None)
        PyObject_GC_Track(here);
    return here;
}

static void
forget(Stepper *self)
{
    self->memory = NULL;
    Py_CLEAR(self->awake);
    Py_CLEAR(self->raised);
    Py_CLEAR(self->failed);
    Py_CLEAR(self->too_deep);
}

/* Let go of the instance with this memory: the next calls give None. */
static PyObject *
detach(PyObject *given, PyObject *memory)
{
    Stepper *self = (Stepper *)given;
    unsigned long long address = PyLong_AsUnsignedLongLong(memory);
    if (PyErr_Occurred())
        return NULL;
    if (self->memory == (char *)(uintptr_t)address)
        forget(self);
    Py_RETURN_NONE;
}

static PyObject *
attach(PyObject *given, PyObject *args, PyObject *names)
{
    Stepper *self = (Stepper *)given;
    static char *words[] = {"memory", "call", "context", "function", "numbers", "trap", "heap",
                            "room", "told_at", "stream_at", "stream_size", "awake", "raised",
                            "failed", "too_deep", NULL};
    unsigned long long memory, call, context, function, numbers, trap;
    Py_ssize_t heap, room, told_at, stream_at, stream_size;
    PyObject *awake, *raised, *failed, *too_deep;
    if (!PyArg_ParseTupleAndKeywords(args, names, "KKKKKKnnnnnO!OOO", words, &memory, &call,
                                     &context, &function, &numbers, &trap, &heap, &room, &told_at,
                                     &stream_at, &stream_size, &PyByteArray_Type, &awake, &raised,
                                     &failed, &too_deep))
        return NULL;
    if (self->is_called)
        Py_RETURN_NONE;
    Py_ssize_t in_raised = place_of(Py_TYPE(raised), "error");
    if (in_raised < 0)
        return NULL;
    forget(self);
    self->call = (call_unchecked)(uintptr_t)call;
    self->context = (void *)(uintptr_t)context;
    self->function = (void *)(uintptr_t)function;
    self->numbers = (int64_t *)(uintptr_t)numbers;
    self->trap = (void **)(uintptr_t)trap;
    self->heap = heap;
    self->room = room;
    self->told_at = told_at;
    self->stream_at = stream_at;
    self->stream_size = stream_size;
    self->thread = PyThread_get_thread_ident();
    self->awake = Py_NewRef(awake);
    self->raised = Py_NewRef(raised);
    self->in_raised = in_raised;
    self->failed = Py_NewRef(failed);
    self->too_deep = Py_NewRef(too_deep);
    self->memory = (char *)(uintptr_t)memory;
    Py_RETURN_NONE;
}

static PyObject *
new_stepper(PyTypeObject *type, PyObject *args, PyObject *names)
{
    static char *words[] = {"point", "node", "asking", NULL};
    PyTypeObject *point, *node;
    PyObject *asking;
    if (!PyArg_ParseTupleAndKeywords(args, names, "O!O!O", words, &PyType_Type, &point,
                                     &PyType_Type, &node, &asking))
        return NULL;
    Stepper *self = (Stepper *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->point = (PyTypeObject *)Py_NewRef(point);
    self->node = (PyTypeObject *)Py_NewRef(node);
    self->asking = Py_NewRef(asking);
    self->kept_of = KEPT_OF;
    if (places_of(point, POINT_SLOTS, OF_POINT, self->in_point) < 0 ||
        places_of(node, NODE_SLOTS, OF_NODE, self->in_node) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void
let_go(PyObject *given)
{
    Stepper *self = (Stepper *)given;
    PyTypeObject *type = Py_TYPE(given);
    forget(self);
    Py_XDECREF(self->point);
    Py_XDECREF(self->node);
    Py_XDECREF(self->asking);
    type->tp_free(given);
    Py_DECREF(type);
}

/* What a state does or tells, tried here first. */

#define OVER -1 /* where a game is that has ended (see `runtime.layout`) */

enum { STATE_STEPPER, STATE_POINT, STATE_AT, STATE_OFFER, OF_STATE };
static const char *const STATE_SLOTS[OF_STATE] = {"_stepper", "_point", "_at", "_offer"};

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *method;    /* what does it in Python */
    PyTypeObject *point, *state; /* that of states is not known before there is one */
    Py_ssize_t in_state[OF_STATE], actions_at, at_at; /* the latter two in a point */
} Quick;

/* Is it a state? The first one tells where in states a slot lies. */
static int
is_state(Quick *self, PyObject *given)
{
    PyTypeObject *type = Py_TYPE(given);
    if (self->state)
        return type == self->state;
    if (places_of(type, STATE_SLOTS, OF_STATE, self->in_state) < 0) {
        PyErr_Clear();
        return 0;
    }
    self->state = (PyTypeObject *)Py_NewRef(type);
    return 1;
}

/* The numbers of the moves on offer, as a list of its own; NULL with no error: ask Python. */
static PyObject *
listed(Quick *self, PyObject *state)
{
    PyObject *at = slot(state, self->in_state[STATE_AT]);
    PyObject *point = slot(state, self->in_state[STATE_POINT]);
    if (!PyLong_CheckExact(at) || !Py_IS_TYPE(point, self->point))
        return NULL;
    int overflow;
    if (PyLong_AsLongAndOverflow(at, &overflow) < 0)
        return overflow ? NULL : PyList_New(0);
    PyObject *actions = slot(point, self->actions_at);
    if (!PyTuple_CheckExact(actions) && !PyList_CheckExact(actions))
        return NULL;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(actions);
    PyObject **items = PySequence_Fast_ITEMS(actions), *found = PyList_New(count);
    for (Py_ssize_t i = 0; found && i < count; i++)
        PyList_SET_ITEM(found, i, Py_NewRef(items[i]));
    return found;
}

/* The state makes a move, and None is given; NULL with no error: nothing has happened. */
static PyObject *
applied(Quick *self, PyObject *state, PyObject *action)
{
    PyObject *stepper = slot(state, self->in_state[STATE_STEPPER]);
    PyObject *before = slot(state, self->in_state[STATE_POINT]);
    if (!PyLong_CheckExact(action) || Py_TYPE(stepper)->tp_dealloc != let_go)
        return NULL;
    Py_INCREF(stepper);
    Py_INCREF(before);
    PyObject *after = advanced((Stepper *)stepper, before, action);
    Py_DECREF(before);
    Py_DECREF(stepper);
    if (!after || !Py_IS_TYPE(after, self->point)) {
        Py_XDECREF(after);
        return NULL;
    }
    PyObject *at = Py_NewRef(slot(after, self->at_at));
    Py_XSETREF(*PLACE(state, self->in_state[STATE_POINT]), after);
    Py_XSETREF(*PLACE(state, self->in_state[STATE_AT]), at);
    Py_XSETREF(*PLACE(state, self->in_state[STATE_OFFER]), Py_NewRef(Py_None));
    Py_RETURN_NONE;
}

static PyObject *
apply_quickly(PyObject *given, PyObject *const *args, size_t flags, PyObject *names)
{
    Quick *self = (Quick *)given;
    if (PyVectorcall_NARGS(flags) == 2 && !names && is_state(self, args[0])) {
        PyObject *found = applied(self, args[0], args[1]);
        if (found || PyErr_Occurred())
            return found;
    }
    return PyObject_Vectorcall(self->method, args, flags, names);
}

static PyObject *
list_quickly(PyObject *given, PyObject *const *args, size_t flags, PyObject *names)
{
    Quick *self = (Quick *)given;
    if (PyVectorcall_NARGS(flags) == 1 && !names && is_state(self, args[0])) {
        PyObject *found = listed(self, args[0]);
        if (found || PyErr_Occurred())
            return found;
    }
    return PyObject_Vectorcall(self->method, args, flags, names);
}

static PyObject *
end_quickly(PyObject *given, PyObject *const *args, size_t flags, PyObject *names)
{
    Quick *self = (Quick *)given;
    if (PyVectorcall_NARGS(flags) == 1 && !names && is_state(self, args[0])) {
        PyObject *at = slot(args[0], self->in_state[STATE_AT]);
        int overflow;
        if (PyLong_CheckExact(at))
            return PyBool_FromLong(PyLong_AsLongAndOverflow(at, &overflow) == OVER && !overflow);
    }
    return PyObject_Vectorcall(self->method, args, flags, names);
}

static PyObject *
new_quick(PyTypeObject *type, PyObject *args, PyObject *names)
{
    static char *words[] = {"method", "point", NULL};
    PyObject *method;
    PyTypeObject *point;
    if (!PyArg_ParseTupleAndKeywords(args, names, "OO!", words, &method, &PyType_Type, &point))
        return NULL;
    Quick *self = (Quick *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->method = Py_NewRef(method);
    self->point = (PyTypeObject *)Py_NewRef(point);
    self->actions_at = place_of(point, "actions");
    self->at_at = place_of(point, "at");
    PyObject *name = PyObject_GetAttrString(method, "__name__");
    if (name && PyUnicode_Check(name)) {
        if (PyUnicode_CompareWithASCIIString(name, "apply") == 0)
            self->call = apply_quickly;
        else if (PyUnicode_CompareWithASCIIString(name, "legal_actions") == 0)
            self->call = list_quickly;
        else if (PyUnicode_CompareWithASCIIString(name, "over") == 0)
            self->call = end_quickly;
        else
            PyErr_Format(PyExc_ValueError, "%U is not done quickly here", name);
    }
    Py_XDECREF(name);
    if (!self->call || self->actions_at < 0 || self->at_at < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static PyObject *
bound(PyObject *given, PyObject *object, PyObject *Py_UNUSED(type))
{
    return object && object != Py_None ? PyMethod_New(given, object) : Py_NewRef(given);
}

/* What it has not itself, it has from the method: its name, what it takes, what is said of it. */
static PyObject *
attribute(PyObject *given, PyObject *name)
{
    if (PyUnicode_CompareWithASCIIString(name, "__module__") != 0) { /* which classes have, too */
        PyObject *found = PyObject_GenericGetAttr(given, name);
        if (found || !PyErr_ExceptionMatches(PyExc_AttributeError))
            return found;
        PyErr_Clear();
    }
    return PyObject_GetAttr(((Quick *)given)->method, name);
}

static PyObject *
documentation(PyObject *given, void *Py_UNUSED(what))
{
    return PyObject_GetAttrString(((Quick *)given)->method, "__doc__");
}

static int
traverse_quick(PyObject *given, visitproc visit, void *arg)
{
    Quick *self = (Quick *)given;
    Py_VISIT(Py_TYPE(given));
    Py_VISIT(self->method);
    Py_VISIT(self->point);
    Py_VISIT(self->state);
    return 0;
}

static int
clear_quick(PyObject *given)
{
    Quick *self = (Quick *)given;
    Py_CLEAR(self->method);
    Py_CLEAR(self->point);
    Py_CLEAR(self->state);
    return 0;
}

static void
let_quick_go(PyObject *given)
{
    PyTypeObject *type = Py_TYPE(given);
    PyObject_GC_UnTrack(given);
    clear_quick(given);
    type->tp_free(given);
    Py_DECREF(type);
}

/* A tuple of a class that adds nothing to it, of these, whose references it takes over; they lead
   to no circles. */
static PyObject *
tuple_of(PyTypeObject *type, PyObject *const *parts, Py_ssize_t count)
{
    PyObject *found = type->tp_alloc(type, count);
    if (found)
        PyObject_GC_UnTrack(found);
    for (Py_ssize_t i = 0; i < count; i++) {
        if (found)
            PyTuple_SET_ITEM(found, i, parts[i]);
        else
            Py_XDECREF(parts[i]);
    }
    for (Py_ssize_t i = 0; found && i < count; i++)
        if (!PyTuple_GET_ITEM(found, i))
            Py_CLEAR(found);
    return found;
}

#define VERDICTS 64 /* that are made once, if they come one soon after the other */

/* What games have come to, of which so many words each are told: a list (see `Instance.result`). */
static PyObject *
results(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    if (count != 4 || !PyBytes_CheckExact(args[0]) || !PyLong_CheckExact(args[1]) ||
        !PyType_Check(args[2]) || !PyType_Check(args[3])) {
        PyErr_SetString(PyExc_TypeError, "results takes bytes, a number and two classes");
        return NULL;
    }
    PyTypeObject *of_games = (PyTypeObject *)args[2], *of_verdicts = (PyTypeObject *)args[3];
    Py_ssize_t width = PyLong_AsSsize_t(args[1]);
    if (width < 5 || !PyType_IsSubtype(of_games, &PyTuple_Type) ||
        !PyType_IsSubtype(of_verdicts, &PyTuple_Type)) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "results of at least five words, as tuples");
        return NULL;
    }
    const char *told = PyBytes_AS_STRING(args[0]);
    Py_ssize_t games = PyBytes_GET_SIZE(args[0]) / (8 * width);
    PyObject *found = PyList_New(games);
    struct {
        int64_t winners, case_;
        PyObject *verdict;
    } verdicts[VERDICTS] = {0};
    for (Py_ssize_t game = 0; found && game < games; game++, told += 8 * width) {
        int64_t row[5];
        memcpy(row, told, sizeof row);
        if (!row[0]) {
            PyList_SET_ITEM(found, game, Py_NewRef(Py_None));
            continue;
        }
        Py_ssize_t place = (Py_ssize_t)((uint64_t)(row[3] * 8 + row[4]) % VERDICTS);
        if (!verdicts[place].verdict || verdicts[place].winners != row[3] ||
            verdicts[place].case_ != row[4]) {
            PyObject *parts[2] = {PyLong_FromLongLong(row[3]), PyLong_FromLongLong(row[4])};
            Py_XSETREF(verdicts[place].verdict, tuple_of(of_verdicts, parts, 2));
            verdicts[place].winners = row[3];
            verdicts[place].case_ = row[4];
        }
        PyObject *parts[4] = {
            PyLong_FromLongLong(row[1]), PyLong_FromLongLong(row[2]),
            numbers_at(told + sizeof row, width - 5), Py_XNewRef(verdicts[place].verdict)};
        PyObject *one = tuple_of(of_games, parts, 4);
        if (one)
            PyList_SET_ITEM(found, game, one);
        else
            Py_CLEAR(found);
    }
    for (int place = 0; place < VERDICTS; place++)
        Py_XDECREF(verdicts[place].verdict);
    return found;
}

static PyMethodDef functions[] = {
    {"results", (PyCFunction)(void (*)(void))results, METH_FASTCALL, NULL}, {NULL}};

static PyMethodDef methods[] = {
    {"advance", (PyCFunction)(void (*)(void))advance, METH_FASTCALL, NULL},
    {"step", (PyCFunction)(void (*)(void))step, METH_FASTCALL, NULL},
    {"attach", (PyCFunction)(void (*)(void))attach, METH_VARARGS | METH_KEYWORDS, NULL},
    {"detach", detach, METH_O, NULL},
    {NULL}};

static PyType_Slot slots[] = {
    {Py_tp_new, new_stepper}, {Py_tp_dealloc, let_go}, {Py_tp_methods, methods}, {0, NULL}};

static PyType_Spec spec = {"rulewright.backends._stepping.Stepper", sizeof(Stepper), 0,
                           Py_TPFLAGS_DEFAULT, slots};

static PyMemberDef quick_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Quick, call), READONLY, NULL},
    {"__wrapped__", T_OBJECT, offsetof(Quick, method), READONLY, NULL},
    {NULL}};

static PyGetSetDef quick_told[] = {{"__doc__", documentation, NULL, NULL, NULL}, {NULL}};

static PyType_Slot quick_slots[] = {
    {Py_tp_new, new_quick}, {Py_tp_dealloc, let_quick_go}, {Py_tp_traverse, traverse_quick},
    {Py_tp_clear, clear_quick}, {Py_tp_call, PyVectorcall_Call}, {Py_tp_descr_get, bound},
    {Py_tp_getattro, attribute}, {Py_tp_members, quick_members},
    {Py_tp_getset, quick_told}, {0, NULL}};

static PyType_Spec quick_spec = {"rulewright.backends._stepping.Quick", sizeof(Quick), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
                                     Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR,
                                 quick_slots};

static int
add(PyObject *module, const char *name, PyType_Spec *of)
{
    PyObject *type = PyType_FromModuleAndSpec(module, of, NULL);
    int failed = !type || PyModule_AddObjectRef(module, name, type) < 0;
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

static int
fill(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "EDITION", EDITION) < 0 ||
        add(module, "Stepper", &spec) < 0)
        return -1;
    return add(module, "Quick", &quick_spec);
}

static PyModuleDef_Slot stages[] = {{Py_mod_exec, fill}, {0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_stepping", NULL, 0, functions, stages,
                                        NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit__stepping(void)
{
    return PyModuleDef_Init(&definition);
}
